import { Link } from "wouter";
import type { ClientSelection } from "#contract/manage/clients.ts";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { listAddress } from "../clients/use-client-query.ts";
import { t } from "../translate.ts";
import styles from "./CountCells.module.css";
import { ShareBar } from "./ShareBar.tsx";

type CountCellsProps = {
  /** What is counted, for screen readers. */
  name: string;
  count: number;
  /** The value of a full bar. */
  scale: number;
  look?: "usual" | "second";
  /** The filters of the list of the counted clients. */
  list: { [Name in keyof ClientSelection]?: ClientSelection[Name] | undefined };
};

/** Two cells of a chart: the number of clients, as a link to them, and a bar. */
export function CountCells({ name, count, scale, look = "usual", list }: CountCellsProps) {
  const words = numberWords(count);
  return (
    <>
      <td className={styles.number}>
        {count === 0 ? (
          words
        ) : (
          <Link
            to={listAddress(list)}
            className={styles.link}
            aria-label={t("overview.opens", { name, count })}
          >
            {words}
          </Link>
        )}
      </td>
      <td>
        <ShareBar part={scale === 0 ? 0 : count / scale} look={look} />
      </td>
    </>
  );
}
