import { constants, getPriority, setPriority } from "node:os";
import { setImmediate, setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { ReaderConnection } from "../storage/engine/engine.ts";
import { openReader } from "../storage/search/open-reader.ts";
import { lagOf } from "./heartbeat.ts";
import type { MessageFromThread, MessageToThread, SearchWork, ThreadSetup } from "./protocol.ts";
import { scan } from "./scan.ts";

/** The code of a search thread, which alternates between its searches. */

const LAG_MS = 20;
const REST_MS = 5;
/** The most pauses in a row, so that a main thread that is always late cannot stop a search. */
const RESTS_MAX = 40;

const { database, beat } = workerData as ThreadSetup;
// saves come first; only on Linux is the priority per thread, elsewhere it would slow down the whole server
const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
if (process.platform === "linux") setPriority(Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL));

const underWay = new Set<number>();
let reader: Promise<ReaderConnection> | undefined;

parentPort?.on("message", (message: MessageToThread) => {
  if (message.kind === "stop") underWay.delete(message.id);
  else void search(message.id, message.work);
});

async function search(id: number, work: SearchWork): Promise<void> {
  underWay.add(id);
  try {
    reader ??= openReader(database);
    const found = await scan(await reader, work, {
      next: async () => {
        await rest();
        return underWay.has(id);
      },
      report: (report) => post({ id, kind: "report", report }),
    });
    post({ id, kind: "end", found });
  } catch (error) {
    reader = undefined;
    post({ id, kind: "failure", message: (error as Error).message });
  } finally {
    underWay.delete(id);
  }
}

/** Lets other searches and messages run, and pauses while the main thread is late. */
async function rest(): Promise<void> {
  await setImmediate();
  for (let rests = 0; lagOf(beat) > LAG_MS && rests < RESTS_MAX; rests++) await setTimeout(REST_MS);
}

function post(message: MessageFromThread): void {
  parentPort?.postMessage(message);
}
