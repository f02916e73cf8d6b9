import { Link } from "wouter";
import type { ClientSelection } from "#contract/manage/clients.ts";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { listAddress } from "../clients/use-client-query.ts";
import { t } from "../translate.ts";
import styles from "./Measure.module.css";
import { Track } from "./Track.tsx";

type MeasureProps = {
  /** What is counted, for who hears the number alone. */
  name: string;
  count: number;
  /** What a whole track stands for. */
  scale: number;
  look?: "usual" | "second";
  /** The list of those who were counted. */
  list: { [Name in keyof ClientSelection]?: ClientSelection[Name] | undefined };
};

/** Two cells of a chart: how many clients, which leads to them, and a track of that length. */
export function Measure({ name, count, scale, look = "usual", list }: MeasureProps) {
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
        <Track part={scale === 0 ? 0 : count / scale} look={look} />
      </td>
    </>
  );
}
