import { Counter, Histogram, type Registry } from "prom-client";
import { type TryNote, tryOutcomes } from "../jobs/try-job.ts";
import { SEND_MAIL_JOB } from "../storage/outbox/mail-outbox.ts";
import { DELIVER_WEBHOOK_JOB, NOTIFY_SAVED_JOB } from "../storage/outbox/webhook-outbox.ts";
import { TRANSCRIBE_TAKE_JOB } from "../storage/takes/take-references.ts";

/** A transcription may take minutes. */
const DURATION_BUCKETS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800];

const KINDS = [TRANSCRIBE_TAKE_JOB, SEND_MAIL_JOB, DELIVER_WEBHOOK_JOB, NOTIFY_SAVED_JOB];

/** Attempts of jobs. The kinds are fixed; what a job is about appears in no label. */
export function jobMetrics(registry: Registry): TryNote {
  const registers = [registry];
  const tries = new Counter({
    name: "firsthand_job_tries_total",
    help: "Tries of background jobs, by kind and by what became of them.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const durations = new Histogram({
    name: "firsthand_job_duration_seconds",
    help: "How long a try of a background job took.",
    labelNames: ["kind"],
    buckets: DURATION_BUCKETS,
    registers,
  });
  // Prometheus cannot see an increase from nothing, so each counter starts at 0
  for (const kind of KINDS) for (const outcome of tryOutcomes) tries.inc({ kind, outcome }, 0);
  return ({ kind, outcome, seconds }) => {
    tries.inc({ kind, outcome });
    durations.observe({ kind }, seconds);
  };
}
