import { useInterview, useInterviews } from "../interviews/use-interviews.ts";
import { t } from "../translate.ts";
import { Chart } from "./Chart.tsx";
import { CountCells } from "./CountCells.tsx";
import type { OverviewChartProps } from "./counted-clients.ts";
import styles from "./PausesChart.module.css";

/** The questions by section: how many clients have answered each one, and how many pause there. */
export function PausesChart({
  overview: { interview: asked, questions, funnel },
  counted,
}: OverviewChartProps) {
  const { data: interview } = useInterview({ interview: asked });
  const { data: interviews = [] } = useInterviews();
  // this chart counts only the clients of one interview
  const ofOne = interviews.length > 1 ? { ...counted, interview: asked.interviewId } : counted;
  const began = funnel.find(({ step }) => step === "began")?.clients ?? 0;
  const sections = interview?.sections ?? [];
  return (
    <Chart
      title={t("overview.pauses")}
      what={t("overview.pauses.what", { count: began })}
      head={t("overview.question")}
      measures={[t("overview.answered"), t("overview.paused")]}
    >
      {sections.map(({ id, name: sectionName, questions: ofSection }) => (
        <tbody key={id}>
          <tr className={styles.section}>
            <th scope="rowgroup" colSpan={5}>
              {sectionName}
            </th>
          </tr>
          {questions
            .filter(({ sectionId }) => sectionId === id)
            .map(({ questionId, answered, stoppedHere }) => {
              const name = ofSection.find((question) => question.id === questionId)?.title ?? questionId;
              return (
                <tr key={questionId}>
                  <th scope="row">{name}</th>
                  <CountCells
                    name={`${t("overview.answered")}, ${name}`}
                    count={answered}
                    scale={began}
                    list={{ ...ofOne, answered: questionId }}
                  />
                  <CountCells
                    name={`${t("overview.paused")}, ${name}`}
                    count={stoppedHere}
                    scale={began}
                    look="second"
                    list={{ ...ofOne, pausedAt: questionId }}
                  />
                </tr>
              );
            })}
        </tbody>
      ))}
    </Chart>
  );
}
