import { Link } from "wouter";
import type { SearchHit, SearchPassage } from "#contract/manage/search.ts";
import { StateRing } from "../clients/StateRing.tsx";
import { useQuestionTitles } from "../interviews/use-interviews.ts";
import { t } from "../translate.ts";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
import styles from "./SearchHits.module.css";

type Titles = ReturnType<typeof useQuestionTitles>;

/** The clients found, best match first, with the matching passages. */
export function SearchHits({ hits }: { hits: SearchHit[] }) {
  const titles = useQuestionTitles();
  return (
    <ol className={styles.hits}>
      {hits.map((hit) => (
        <Hit key={hit.clientId} hit={hit} titles={titles} />
      ))}
    </ol>
  );
}

function Hit({ hit: { clientId, name, state, passages, more }, titles }: { hit: SearchHit; titles: Titles }) {
  return (
    <li className={styles.hit}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <Link to={`/clients/${clientId}`}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <span className={styles.state}>
          <StateRing state={state} />
          {t(`clients.state.${state}`)}
        </span>
      </div>
      <ul className={styles.passages}>
        {passages.map((passage) => (
          <li key={`${passage.question} ${passage.kind} ${passage.at} ${passage.text}`}>
            <Passage clientId={clientId} passage={passage} titles={titles} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>{t("search.morePassages", { count: more })}</p>}
    </li>
  );
}

type PassageProps = { clientId: string; passage: SearchPassage; titles: Titles };

/** A link to the passage's question on the client's page. */
function Passage({ clientId, passage, titles }: PassageProps) {
  const { question, kind, at, text, marks } = passage;
  const place = question === null ? "" : `#question=${encodeURIComponent(question)}`;
  const title = question === null ? t("search.kind.note") : (titles[question] ?? t("search.earlier"));
  return (
    <Link to={`/clients/${clientId}${place}`} className={styles.passage} data-step="">
      <span className={styles.title}>
        {title}
        {kind === "follow-up" && ` · ${t("search.kind.follow-up")}`}
        <span className={styles.at}>
          <RelativeTime at={at} never="" />
        </span>
      </span>
      <bdi className={styles.text}>
        <MarkedPassage text={text} marks={marks} />
      </bdi>
    </Link>
  );
}

function MarkedPassage({ text, marks }: Pick<SearchPassage, "text" | "marks">) {
  const ends = [0, ...marks.map(([, to]) => to)];
  return (
    <>
      {marks.map(([from, to], place) => (
        <span key={from}>
          {text.slice(ends[place], from)}
          <mark className={styles.mark}>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
