import { addDays } from "#contract/instants.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import { funnelSteps } from "#contract/manage/clients.ts";
import {
  MEDIAN_CLIENTS_MIN,
  type Overview,
  type OverviewQuery,
  overviewSpans,
} from "#contract/manage/overview.ts";
import { nextQuestion } from "../clients/client-row.ts";
import { type ClientListContext, type ListReader, viewOf } from "../clients/list-clients.ts";
import { CatalogError } from "../http/errors.ts";
import type { InterviewVersion } from "../interviews/definition.ts";
import { interviewView } from "../interviews/describe-interview.ts";
import { countedQuestions } from "../records/status.ts";
import { sumOfStates } from "../storage/clients/client-counts.ts";
import type { InvitedGroup, OverviewReader, WeekCount } from "../storage/clients/client-overview.ts";
import type { Progress } from "../storage/clients/client-progress.ts";
import { medianDays } from "./median-days.ts";
import { type Week, weeksOf } from "./weeks.ts";

type Storage = ClientListContext["storage"];

/** How far the clients in scope get, how long it takes, and where they pause. */
export async function readOverview(
  context: ClientListContext,
  { scope, readerId }: ListReader,
  { manager, tag, interview: interviewId, ...days }: OverviewQuery,
): Promise<Overview> {
  const { storage, book } = context;
  const shown = book.current(interviewId);
  const view = viewOf(context, readerId);
  const { from, to } = rangeOf(days, view.today);
  const narrowed = { manager, tag, interview: interviewId, invitedFrom: from, invitedTo: to };
  const query = { search: "", filter: "all" as const, ...narrowed, scope, view };
  const weeks = weeksOf({ from, to, today: view.today });
  const inWeeks = { ...query, weekStarts: weeks.map((week) => view.startOfDay(week.from)) };
  const isByDay = from !== undefined || to !== undefined;
  const [states, groups, invited, submitted, progress, spans] = await Promise.all([
    isByDay ? undefined : storage.clients.countStates(query),
    storage.clients.countInvited(query),
    storage.clients.countWeeks(inWeeks, "invited"),
    storage.clients.countWeeks(inWeeks, "submitted"),
    // after the calls that may throw synchronously, so that no rejection stays unhandled
    readProgress(context, query),
    readSpans(storage, query),
  ]);
  return {
    from: from ?? null,
    to: to ?? null,
    // with a filter by invitation date, the states were counted already
    counts: states ?? sumOfStates(groups),
    interview: interviewView(book, { interviewId: shown.interviewId, version: shown.number }),
    questions: questionRows(shown.asked.interview, progressIn(progress, shown)),
    funnel: funnelOf(groups, sumOf(progress.map(halfOf))),
    spans,
    weeks: weekRows(weeks, { invited, submitted, until: to }),
    managers: scope === "all" ? await managerRows(storage, groups) : [],
  };
}

type Range = Pick<OverviewQuery, "from" | "to">;

function rangeOf({ from, to, days }: Range & Pick<OverviewQuery, "days">, today: string): Range {
  const refuse = (path: string, message: string) =>
    new CatalogError("VALIDATION_ERROR", { details: [{ path, message }] });
  if (from !== undefined && days !== undefined) throw refuse("days", 'Expected either "days" or "from"');
  if (from !== undefined && to !== undefined && from > to)
    throw refuse("to", 'Expected a day that is not before "from"');
  return { from: days === undefined ? from : addDays(today, 1 - days), to };
}

/** For each question, how many clients have answered it and how many stopped there. */
function questionRows(interview: Interview, progress: readonly Progress[]): Overview["questions"] {
  const answered = new Map<string, number>();
  const stopped = new Map<string, number>();
  const add = (to: Map<string, number>, id: string | null, count: number) =>
    id !== null && to.set(id, (to.get(id) ?? 0) + count);
  for (const group of progress) {
    for (const id of group.completeQuestions) add(answered, id, group.clients);
    if (!group.isSubmitted) add(stopped, nextQuestion(interview, group), group.clients);
  }
  return interview.sections.flatMap((section) =>
    questionsOf({ sections: [section] }).map(({ id }) => ({
      questionId: id,
      sectionId: section.id,
      answered: answered.get(id) ?? 0,
      stoppedHere: stopped.get(id) ?? 0,
    })),
  );
}

/** The progress of the clients of each interview. */
type InterviewProgress = { version: InterviewVersion; groups: readonly Progress[] };

/** If every client has the same interview, the query does not filter by interview, which is faster. */
async function readProgress(
  { storage, book }: ClientListContext,
  query: OverviewReader,
): Promise<InterviewProgress[]> {
  const offered = book.catalog().filter(({ currentVersion }) => currentVersion !== null);
  if (query.interview !== undefined || offered.length < 2)
    return [{ version: book.current(query.interview), groups: await storage.clients.listProgress(query) }];
  return await Promise.all(
    offered.map(async ({ interviewId }) => ({
      version: book.current(interviewId),
      groups: await storage.clients.listProgress({ ...query, interview: interviewId }),
    })),
  );
}

function progressIn(progress: readonly InterviewProgress[], { interviewId }: InterviewVersion) {
  return progress.find(({ version }) => version.interviewId === interviewId)?.groups ?? [];
}

/**
 * The number of clients who have answered at least half of the questions that count for them today, or have submitted.
 */
function halfOf({ version, groups }: InterviewProgress): { clients: number } {
  const { interview } = version.asked;
  const isHalf = (group: Progress) => {
    const counted = countedQuestions(interview, group);
    const answered = counted.filter(({ id }) => group.completeQuestions.includes(id));
    return group.isSubmitted || answered.length * 2 >= counted.length;
  };
  return { clients: sumOf(groups.filter(isHalf)) };
}

function funnelOf(groups: readonly InvitedGroup[], half: number): Overview["funnel"] {
  const inStates = (...states: InvitedGroup["state"][]) =>
    sumOf(groups.filter(({ state }) => states.includes(state)));
  const counts = {
    invited: sumOf(groups),
    opened: inStates("opened", "in-progress", "submitted", "approved"),
    began: inStates("in-progress", "submitted", "approved"),
    half,
    submitted: inStates("submitted", "approved"),
    approved: inStates("approved"),
  };
  return funnelSteps.map((step) => ({ step, clients: counts[step] }));
}

async function readSpans({ clients }: Storage, query: OverviewReader): Promise<Overview["spans"]> {
  return await Promise.all(
    overviewSpans.map(async (span) => {
      const [from, to] = span;
      const hours = await clients.countHours(query, span);
      const counted = sumOf(hours);
      return {
        from,
        to,
        clients: counted,
        medianDays: counted < MEDIAN_CLIENTS_MIN ? null : medianDays(hours),
      };
    }),
  );
}

type Counted = {
  invited: readonly WeekCount[];
  submitted: readonly WeekCount[];
  /** Weeks after this day are listed only up to the last one with a submission. */
  until: string | undefined;
};

function weekRows(weeks: readonly Week[], { invited, submitted, until }: Counted): Overview["weeks"] {
  const inWeek = (counts: readonly WeekCount[], place: number) =>
    sumOf(counts.filter(({ week }) => week === place));
  const rows = weeks.map((week, place) => ({
    ...week,
    invited: inWeek(invited, place),
    submitted: inWeek(submitted, place),
  }));
  const last = rows.findLastIndex((row) => row.submitted > 0 || until === undefined || row.from <= until);
  return rows.slice(0, last + 1);
}

async function managerRows(
  { clients }: Storage,
  groups: readonly InvitedGroup[],
): Promise<Overview["managers"]> {
  const ids = [...new Set(groups.map(({ managerId }) => managerId))];
  const names = await clients.namesOf(ids.filter((id) => id !== null));
  const rows = ids.map((managerId) => {
    const own = groups.filter((group) => group.managerId === managerId);
    return {
      managerId,
      managerName: (managerId !== null && names.get(managerId)) || null,
      invited: sumOf(own),
      submitted: sumOf(own.filter(({ state }) => state === "submitted" || state === "approved")),
    };
  });
  return rows.sort((a, b) => b.invited - a.invited);
}

function sumOf(counts: readonly { clients: number }[]): number {
  return counts.reduce((sum, { clients }) => sum + clients, 0);
}
