import { lookup } from "node:dns";
import { vi } from "vitest";
import { createWorker, type WorkerTimes } from "../../../server/jobs/worker.ts";
import { readConfig } from "../../../server/settings/config.ts";
import type { TakeInWork } from "../../../server/storage/records/transcripts.ts";
import type { TakeName } from "../../../server/storage/takes/take-references.ts";
import { openRecording, tryFfmpeg } from "../../../server/takes/open-recording.ts";
import { queueTake } from "../data/queued-take.ts";
import { startService } from "./service.ts";

type Options = {
  env?: { [name: string]: string };
  /** The program path of this service, for example one without ffmpeg. */
  path?: string | undefined;
  times?: WorkerTimes;
};

/** The real service with its own worker, as in `serve`. */
export async function transcribingService({ env = {}, path = process.env.PATH, times }: Options = {}) {
  const service = await startService({ env });
  const { app, storage, config, time } = service;
  const clock = () => time.now;
  const trying = {
    config: readConfig({ FIRSTHAND_DATA: service.folder, ...env }),
    env: { ...process.env, PATH: path },
    clock,
  };
  const recording = openRecording({
    ...service,
    ...trying,
    ffmpeg: await tryFfmpeg({ ...trying, isOnlyServer: true }),
    lookup,
    logger: app.log,
  });
  const worker = createWorker({
    storage,
    kinds: recording.kinds,
    atOnce: 2,
    clock,
    logger: app.log,
    ...(times && { times }),
  });
  worker.wake();
  return {
    ...service,
    offer: recording.offer,
    worker,
    /** A client's take, complete and waiting. */
    async queueTake(clientId: string, sound: Uint8Array, takeId: string = crypto.randomUUID()) {
      await queueTake(config.databaseFile, { clientId, takeId }, { sound, now: time.now });
      worker.wake();
      return { clientId, takeId };
    },
    /** The take once it is settled. */
    settled: (name: TakeName): Promise<TakeInWork> =>
      vi.waitFor(
        async () => {
          const take = await storage.takes.findInWork(name);
          if (!take || take.state === "queued") throw new Error("The take is not settled");
          return take;
        },
        { timeout: 18_000, interval: 10 },
      ),
    async close() {
      await worker.stop();
      await service.close();
    },
  };
}

export type TranscribingService = Awaited<ReturnType<typeof transcribingService>>;
