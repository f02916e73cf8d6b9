import { entryPlaces, type Interview } from "#contract/interview/interview.ts";
import { isAnsweredAgain } from "#contract/record/answered-again.ts";
import type { ClientRecord, Entry, RecordedAnswer } from "#contract/record/record.ts";
import type { WorkMoment } from "../storage/clients/section-times.ts";

/** Whoever changes nothing for longer than this does something else. */
const PAUSE_MS = 5 * 60_000;
/** Some 80 hours of work. */
const MOMENTS_MAX = 2_000;

/** One stored step of a record to the next. */
export type Step = {
  /** Undefined where it is no longer stored. */
  before: ClientRecord | undefined;
  after: ClientRecord;
  savedAt: number;
};

/**
 * When a client worked at which section, as far as a step tells. An answer says by itself when it was given, also where
 * it was sent much later; all else was done when it was saved. Words that the server puts under a recording are no work.
 */
export function momentsOf(interview: Interview, step: Step, clientSince: number): WorkMoment[] {
  const { before, after, savedAt } = step;
  const given = { from: clientSince, to: savedAt };
  return [...entryPlaces(interview).values()].flatMap(({ name, section, question }) => {
    const entry = after[name];
    if (!entry) return [];
    const was = before?.[name];
    const at = (instants: number[]) => instants.map((instant) => ({ at: instant, section: section.id }));
    if ("responses" in entry) return at(answerInstants(was, entry.responses, given));
    // nobody knows what a form said before
    if (!before) return [];
    const change = { before: was ? { [name]: was } : {}, after: { [name]: entry } };
    return isAnsweredAgain(interview, question.id, change) ? at([savedAt]) : [];
  });
}

type Span = { from: number; to: number };

function answerInstants(was: Entry | undefined, answers: RecordedAnswer[], span: Span): number[] {
  const known = new Map(was && "responses" in was ? was.responses.map((answer) => [answer.id, answer]) : []);
  return answers.flatMap((answer) => {
    const before = known.get(answer.id);
    if (!before) return [plausible(Date.parse(answer.timestamp), span)];
    const isTranscript = answer.type === "audio" && before.content === "";
    return before.content === answer.content || isTranscript ? [] : [span.to];
  });
}

/** A device's clock may be wrong, or somebody lie. */
function plausible(instant: number, { from, to }: Span): number {
  return instant >= from && instant <= to ? instant : to;
}

/**
 * In their order, each once. What stands between two of the same section that are close to each other says nothing
 * more, so that a long evening is a few moments; the oldest go where there are too many.
 */
export function mergeMoments(known: WorkMoment[], more: WorkMoment[]): WorkMoment[] {
  const sorted = [...known, ...more].sort((a, b) => a.at - b.at);
  const kept: WorkMoment[] = [];
  for (const moment of sorted) {
    const last = kept.at(-1);
    const isRepeat = last?.at === moment.at && last.section === moment.section;
    if (isRepeat) continue;
    if (isBetween(kept, moment)) kept.pop();
    kept.push(moment);
  }
  return kept.slice(-MOMENTS_MAX);
}

/** Whether the last one stands between the one before it and this one, and says nothing of its own. */
function isBetween(kept: WorkMoment[], next: WorkMoment): boolean {
  const [first, last] = [kept.at(-2), kept.at(-1)];
  if (!first || !last || next.section === null) return false;
  const isOneSection = first.section === next.section && last.section === next.section;
  return isOneSection && next.at - first.at <= PAUSE_MS;
}

/** Milliseconds of work by section: each gap counts for the section where it ended, and a pause for none. */
export function activeTimes(moments: WorkMoment[]): Map<string, number> {
  const times = new Map<string, number>();
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, section } of moments) {
    const gap = at - last;
    // signing in on a second device does not interrupt what is done on the first
    if (section === null && gap <= PAUSE_MS) continue;
    if (section !== null && gap <= PAUSE_MS) times.set(section, (times.get(section) ?? 0) + gap);
    last = at;
  }
  return times;
}
