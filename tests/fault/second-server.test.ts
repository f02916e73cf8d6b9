import { afterEach, beforeEach, expect, test } from "vitest";
import { recordFigure, tellSeed, trials } from "../support/faults/faults.ts";
import { type AcknowledgedSave, missingSaves, type Writers, writersOf } from "../support/faults/writers.ts";
import { sendOnce } from "../support/peers/http-connection.ts";
import type { AddedClient } from "../support/service/command-line.ts";
import { type ServerProcess, serverProcess } from "../support/service/server-process.ts";

const WRITERS = 50;
const REFUSAL =
  /^Another Firsthand server is running on .*firsthand\.db\. Stop it, or give this one its own FIRSTHAND_DATA\.\n$/;

let server: ServerProcess;
let writers: Writers;
beforeEach(async (context) => {
  tellSeed(context);
  server = await serverProcess();
  await server.start();
  writers = writersOf(server.url, await server.signIn(WRITERS));
});
afterEach(async () => {
  writers.close();
  await server.close();
});

test(
  "a second server on the folder is refused while the first one runs, and starts once that one is killed",
  async () => {
    const count = trials(2, 20);
    let acknowledged = 0;
    let losses = 0;
    for (let trial = 0; trial < count; trial++) {
      writers.start();
      await writers.everyoneSaves();
      const second = await server.cli.firsthand(["serve"], { PORT: "0" });
      expect(second.stderr).toMatch(REFUSAL);
      expect([second.status, second.stdout]).toEqual([1, ""]);
      await writers.everyoneSaves();
      expect(await server.stop("SIGKILL")).toMatchObject({ code: null });
      await writers.stop();
      await server.start();
      const fresh = writers.takeAcknowledged();
      acknowledged += fresh.length;
      losses += (await server.withStorage((storage) => missingSaves(storage, fresh))).length;
      expect(server.damage()).toEqual([]);
    }
    recordFigure({
      promise: "P7",
      fault: "a second server on the folder",
      trials: count,
      losses,
      note: `refused each time, ${acknowledged} saves acknowledged by the first meanwhile`,
    });
    expect(losses).toBe(0);
  },
  trials(120_000, 600_000),
);

test(
  "commands beside a server under load work, and neither disturbs the other",
  async () => {
    const count = trials(2, 30);
    const missing: AcknowledgedSave[] = [];
    let acknowledged = 0;
    async function checkSaves(): Promise<void> {
      const fresh = writers.takeAcknowledged();
      acknowledged += fresh.length;
      missing.push(...(await server.withStorage((storage) => missingSaves(storage, fresh))));
    }
    writers.start();
    await writers.everyoneSaves();
    for (let trial = 0; trial < count; trial++) {
      const added = await server.cli.facts<AddedClient>("client", "add", `Client ${trial} of the command`);
      const exchange = { method: "POST", path: "/v1/auth/exchange", body: { key: added.accessKey } } as const;
      expect(await sendOnce(server.url, exchange)).toMatchObject({ kind: "answered", status: 200 });
      const shown = await server.cli.facts<{ clientName: string }>("client", "show", added.clientId);
      expect(shown.clientName).toBe(`Client ${trial} of the command`);
      // checks after each round, because the history of many saves is thinned in the end
      await checkSaves();
    }
    // throws if a writer got any answer other than its next revision
    await writers.stop();
    await checkSaves();
    recordFigure({
      promise: "P7",
      fault: "commands beside a server under load",
      trials: count,
      losses: missing.length,
      note: `${acknowledged} saves acknowledged meanwhile, none refused`,
    });
    expect({ missing, damage: server.damage() }).toEqual({ missing: [], damage: [] });
  },
  trials(120_000, 600_000),
);
