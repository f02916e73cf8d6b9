import type { FastifyBaseLogger } from "fastify";
import * as z from "zod";
import type { ClientRecord } from "#contract/record/record.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import type { JobKind, JobOutcome } from "../jobs/try-job.ts";
import { summarizeRecord } from "../records/save-record.ts";
import { withWorkFolder } from "../runtime/work-folder.ts";
import type { TakenJob } from "../storage/outbox/jobs.ts";
import type { SettledState } from "../storage/records/transcripts.ts";
import type { Storage } from "../storage/storage.ts";
import { TRANSCRIBE_TAKE_JOB } from "../storage/takes/take-references.ts";
import { spokenText } from "../transcription/spoken-text.ts";
import type { Transcriber } from "../transcription/transcriber.ts";
import { HEARD_AT_LEAST_MS, heardMs } from "./silence.ts";
import { type SoundSources, soundOfCopy, soundOfParts, type TakeWork } from "./take-sound.ts";
import { withTranscript } from "./with-transcript.ts";

export type TranscribeContext = SoundSources & {
  storage: SoundSources["storage"] & Pick<Storage, "takes" | "jobs">;
  /** Undefined where recordings are stored but not transcribed. */
  transcriber: Transcriber | undefined;
  book: Pick<InterviewBook, "ofClient">;
  logger: Pick<FastifyBaseLogger, "info">;
  /** Epoch milliseconds. */
  clock: () => number;
};

const payloadSchema = z.object({ clientId: z.string(), takeId: z.string() });
const ENDED: JobOutcome = { kind: "ended" };

/**
 * The job for a completely uploaded recording: its converted copy, its transcript, and the words in the client's
 * record.
 */
export function takeTranscription(context: TranscribeContext): JobKind {
  return {
    kind: TRANSCRIBE_TAKE_JOB,
    run: (job, signal) => transcribeTake(context, job, signal),
    async giveUp(job) {
      await settle(context, job, { state: "failed" });
    },
  };
}

async function transcribeTake(
  context: TranscribeContext,
  job: TakenJob,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { storage, dataFolder } = context;
  const name = payloadSchema.parse(job.payload);
  const take = await storage.takes.findInWork(name);
  if (take?.state === "transcribed") {
    // the transcript was ready before the answer reached the record
    return settle(context, job, { state: "transcribed", words: take.transcript ?? undefined });
  }
  // left by a worker that was killed while the recording was being deleted
  if (!take) await context.audio.drop(name, signal);
  if (take?.state !== "queued") return leave(context, job);
  return withWorkFolder(dataFolder, async (folder) => {
    const work = { job, name, folder, signal };
    const soundOf = take.durationMs === null ? soundOfParts : soundOfCopy;
    const sound = await soundOf(context, work);
    if (sound.kind === "sound") return hear(context, work, sound);
    if (sound.kind === "refused") return settle(context, job, { state: "refused" });
    return sound.kind === "gone" ? leave(context, job) : sound;
  });
}

/** Asks the engine, if there is one and a voice is heard. */
async function hear(
  context: TranscribeContext,
  { job, signal }: TakeWork,
  { wav, samples }: { wav: string; samples: Int16Array },
): Promise<JobOutcome> {
  const { transcriber } = context;
  const lengthMs = await heardMs(samples);
  if (lengthMs < HEARD_AT_LEAST_MS) return settle(context, job, { state: "silent" });
  if (!transcriber) return settle(context, job, { state: "not-transcribed" });
  const heard = await transcriber.transcribe(wav, signal);
  if (heard.kind === "again") return heard;
  if (heard.kind === "refused") return settle(context, job, { state: "failed", reason: heard.reason });
  const words = spokenText(heard.text, lengthMs);
  return settle(context, job, words === "" ? { state: "silent" } : { state: "transcribed", words });
}

/** Ends the job of a deleted recording; a job that another worker has taken stays. */
async function leave({ storage }: TranscribeContext, job: TakenJob): Promise<JobOutcome> {
  await storage.jobs.drop(job);
  return ENDED;
}

type Result = {
  state: SettledState;
  words?: string | undefined;
  /** For the log. */
  reason?: string;
};

async function settle(
  { storage, book, clock, logger }: TranscribeContext,
  job: TakenJob,
  { state, words, reason }: Result,
): Promise<JobOutcome> {
  const name = payloadSchema.parse(job.payload);
  const { asked } = await book.ofClient(name.clientId);
  const revise = (record: ClientRecord) => {
    const revised = withTranscript(record, { takeId: name.takeId, text: words ?? "" });
    return revised && summarizeRecord(asked, revised);
  };
  const isSettled = await storage.takes.settle(job, {
    name,
    at: clock(),
    state,
    ...(words && { transcript: words, revise }),
  });
  if (isSettled) logger.info({ ...name, state, reason, attempts: job.attempts }, "take settled");
  return ENDED;
}
