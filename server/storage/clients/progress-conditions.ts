import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { FunnelStep } from "#contract/manage/clients.ts";
import type { Engine } from "../engine/engine.ts";

/** Conditions on clients' progress: on clients and, for questions, on their records. */

type Section = { id: string; questions: readonly string[] };
/** What the clients of an interview are asked. */
export type InterviewOutline = {
  interviewId: string;
  /** Sections in order, each with the questions that its clients are expected to answer. */
  sections: readonly Section[];
  /** Ids of the questions that are only asked under a condition. */
  conditional: readonly string[];
};

const condition = sql<SqlBool>;
const ASKED_NOTHING: InterviewOutline = { interviewId: "", sections: [], conditional: [] };
const NOBODY = condition`1 = 0`;

/** Each state includes all later ones. Only `half` is not a state and is computed from answers. */
export function hasReached(
  engine: Pick<Engine, "holds">,
  step: FunnelStep,
  asked: readonly InterviewOutline[],
): RawBuilder<SqlBool> {
  switch (step) {
    case "invited":
      return condition`clients.invited_at is not null`;
    case "opened":
      return condition`clients.state in ('opened', 'in-progress', 'submitted', 'approved')`;
    case "began":
      return condition`clients.state in ('in-progress', 'submitted', 'approved')`;
    case "half":
      return ofEach(asked, (each) => hasHalf(engine, each));
    case "submitted":
      return condition`clients.state in ('submitted', 'approved')`;
    case "approved":
      return condition`clients.state = 'approved'`;
  }
}

/**
 * Applies each interview's condition to its own clients. A single interview needs no check of the interview, which
 * costs less.
 */
function ofEach(
  asked: readonly InterviewOutline[],
  conditionOf: (each: InterviewOutline) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const [first = ASKED_NOTHING, ...more] = asked;
  if (more.length === 0) return conditionOf(first);
  const all = [first, ...more].map(
    (each) => condition`(clients.interview_id = ${each.interviewId} and ${conditionOf(each)})`,
  );
  return condition`(${sql.join(all, sql` or `)})`;
}

/** Uses the current interview, as the list's percentages do. */
function hasHalf(engine: Pick<Engine, "holds">, asked: InterviewOutline): RawBuilder<SqlBool> {
  const { sections, conditional } = asked;
  const questions = sections.flatMap((section) => section.questions);
  const isSubmitted = condition`records.submitted_at is not null`;
  if (questions.length === 0) return isSubmitted;
  const oneIf = (holds: RawBuilder<SqlBool>, one: number) =>
    sql`case when ${holds} then ${sql.lit(one)} else 0 end`;
  // doubled, so that a question that is not asked counts neither for nor against the client
  const halves = questions.flatMap((id) => [
    oneIf(hasAnswered(engine, id), 2),
    ...(conditional.includes(id) ? [oneIf(isNotAsked(engine, id), 1)] : []),
  ]);
  return condition`(${isSubmitted} or ${sql.join(halves, sql` + `)} >= ${sql.lit(questions.length)})`;
}

/** The column has the ids of complete questions as JSON. */
export function hasAnswered({ holds }: Pick<Engine, "holds">, questionId: string): RawBuilder<SqlBool> {
  return holds(sql.ref("records.complete_questions"), JSON.stringify(questionId));
}

function isNotAsked({ holds }: Pick<Engine, "holds">, questionId: string): RawBuilder<SqlBool> {
  return holds(sql.ref("records.not_asked"), JSON.stringify(questionId));
}

/** Clients whose next question is this one, as `nextQuestion` finds it: first in the section of the last visit. */
export function isPausedAt(
  engine: Pick<Engine, "holds">,
  questionId: string,
  asked: readonly InterviewOutline[],
): RawBuilder<SqlBool> {
  return ofEach(asked, (each) => goesOnAt(engine, questionId, each));
}

function goesOnAt(
  engine: Pick<Engine, "holds">,
  questionId: string,
  { sections, conditional }: InterviewOutline,
): RawBuilder<SqlBool> {
  const isOver = (id: string) =>
    conditional.includes(id)
      ? condition`(${hasAnswered(engine, id)} or ${isNotAsked(engine, id)})`
      : hasAnswered(engine, id);
  const all = sections.flatMap((section) => section.questions);
  if (!all.includes(questionId)) return NOBODY;
  const isNextOf = (order: readonly string[]) => {
    const before = [...new Set(order.slice(0, order.indexOf(questionId)))];
    return before.map((id) => condition` and ${isOver(id)}`);
  };
  const ways = sections.map(
    ({ id, questions }) =>
      condition`(records.last_section = ${id}${sql.join(isNextOf([...questions, ...all]), sql``)})`,
  );
  const known = sql.join(sections.map(({ id }) => sql`${id}`));
  const elsewhere = condition`(coalesce(records.last_section, '') not in (${known})${sql.join(isNextOf(all), sql``)})`;
  return condition`(clients.state = 'in-progress' and not ${isOver(questionId)}
    and (${sql.join([...ways, elsewhere], sql` or `)}))`;
}
