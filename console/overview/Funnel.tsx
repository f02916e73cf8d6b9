import type { Overview } from "#contract/manage/overview.ts";
import { useQuestionTitles } from "../clients/use-question-titles.ts";
import { t } from "../translate.ts";
import { Table } from "../ui/Table.tsx";
import { Bar } from "./Bar.tsx";

type FunnelProps = { overview: Overview };

/** The questions in their order, as bars with their numbers beside them. */
export function Funnel({ overview: { counts, questions } }: FunnelProps) {
  const titles = useQuestionTitles();
  const total = counts.all;
  return (
    <Table
      caption={t("overview.funnel")}
      heads={[t("overview.question"), t("overview.answered"), t("overview.stopped")]}
    >
      {questions.map(({ questionId, answered, stoppedHere }) => (
        <tr key={questionId}>
          <th scope="row">{titles[questionId] ?? questionId}</th>
          <td>
            <Bar count={answered} total={total} look="answered" />
          </td>
          <td>
            <Bar count={stoppedHere} total={total} look="stopped" />
          </td>
        </tr>
      ))}
    </Table>
  );
}
