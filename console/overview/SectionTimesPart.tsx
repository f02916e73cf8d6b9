import type { SectionTimes } from "#contract/manage/overview.ts";
import { t } from "../translate.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { Table } from "../ui/Table.tsx";
import { minutesWords } from "./minutes-words.ts";
import styles from "./OverviewPage.module.css";
import { TimeBar } from "./TimeBar.tsx";
import { useSectionTimes } from "./use-overview.ts";

/** How long clients work at each section, as bars against the estimate with their numbers beside them. */
export function SectionTimesPart() {
  const asked = useSectionTimes();
  return (
    <>
      <h2>{t("times.title")}</h2>
      <p className={styles.what}>
        {t("times.what")} {t("times.key")}
      </p>
      <Loaded asked={asked} isPart>
        {({ sections }) => <TimesTable sections={sections} />}
      </Loaded>
    </>
  );
}

function TimesTable({ sections }: SectionTimes) {
  const longestMs = Math.max(...sections.flatMap(({ estimateMs, medianMs }) => [estimateMs, medianMs ?? 0]));
  return (
    <Table
      caption={t("times.title")}
      heads={[t("times.section"), t("times.median"), t("times.estimate"), t("times.clients")]}
    >
      {sections.map(({ sectionId, name, estimateMs, clients, medianMs }) => (
        <tr key={sectionId}>
          <th scope="row">{name}</th>
          <td>
            {medianMs === null ? (
              t("times.tooFew")
            ) : (
              <TimeBar ms={medianMs} estimateMs={estimateMs} longestMs={longestMs} />
            )}
          </td>
          <td>{minutesWords(estimateMs)}</td>
          <td>{t("times.count", { count: clients })}</td>
        </tr>
      ))}
    </Table>
  );
}
