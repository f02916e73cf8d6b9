import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { FunnelStep } from "#contract/manage/clients.ts";
import type { Engine } from "../engine/engine.ts";

/** How far clients have come: conditions on clients and, where questions matter, on their records. */

type Section = { id: string; questions: readonly string[] };
/** What the clients of an interview are asked. */
export type AskedClients = {
  interviewId: string;
  /** In order, with the questions that are expected of those who are asked them. */
  sections: readonly Section[];
  /** Ids of the questions that are not asked of everybody. */
  conditional: readonly string[];
};

const condition = sql<SqlBool>;
const ASKED_NOTHING: AskedClients = { interviewId: "", sections: [], conditional: [] };
const NOBODY = condition`1 = 0`;

/** Each state includes all behind it, but for `half`, which no state tells. */
export function hasReached(
  engine: Pick<Engine, "holds">,
  step: FunnelStep,
  asked: readonly AskedClients[],
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

/** Of each interview for its own clients; where there is only one, for everybody, which costs less. */
function ofEach(
  asked: readonly AskedClients[],
  conditionOf: (each: AskedClients) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const [first = ASKED_NOTHING, ...more] = asked;
  if (more.length === 0) return conditionOf(first);
  const all = [first, ...more].map(
    (each) => condition`(clients.interview_id = ${each.interviewId} and ${conditionOf(each)})`,
  );
  return condition`(${sql.join(all, sql` or `)})`;
}

/** Counted by the interview of today, as the list's percentages are. */
function hasHalf(engine: Pick<Engine, "holds">, asked: AskedClients): RawBuilder<SqlBool> {
  const { sections, conditional } = asked;
  const questions = sections.flatMap((section) => section.questions);
  const isSubmitted = condition`records.submitted_at is not null`;
  if (questions.length === 0) return isSubmitted;
  const oneIf = (holds: RawBuilder<SqlBool>, one: number) =>
    sql`case when ${holds} then ${sql.lit(one)} else 0 end`;
  // a question that is not asked counts neither for the client nor against
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

/** Whom the list shows this question as the next one: as `nextQuestion` finds it, in the section of the last visit first. */
export function isPausedAt(
  engine: Pick<Engine, "holds">,
  questionId: string,
  asked: readonly AskedClients[],
): RawBuilder<SqlBool> {
  return ofEach(asked, (each) => goesOnAt(engine, questionId, each));
}

function goesOnAt(
  engine: Pick<Engine, "holds">,
  questionId: string,
  { sections, conditional }: AskedClients,
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
