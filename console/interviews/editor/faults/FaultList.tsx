import { textIn } from "#contract/manage/interview-draft/draft.ts";
import { t } from "../../../translate.ts";
import { placeOfCard } from "../outline/outline-moves.ts";
import { useEditor } from "../use-editor.ts";
import styles from "./FaultList.module.css";
import type { PlacedFault } from "./faults.ts";

const SHOWN_MAX = 20;

type FaultListProps = {
  faults: readonly PlacedFault[];
  /** Says how many problems there are, and of what kind. */
  summary: string;
  onChoose: (fault: PlacedFault) => void;
};

/** What is still missing before publishing, each with a link to its field. */
export function FaultList({ faults, summary, onChoose }: FaultListProps) {
  const { rested: draft } = useEditor();
  if (faults.length === 0) return null;
  const [first = "en"] = draft.languages;
  const nameOf = ({ kind, ownerId }: PlacedFault) => {
    if (kind === "words") return t("editor.around");
    const section = draft.sections.find(({ id }) => id === ownerId);
    const text = kind === "card" ? placeOfCard(draft, ownerId)?.card.title : section?.name;
    return textIn(text, first) || t("editor.untitled");
  };
  return (
    <details className={styles.faults}>
      <summary>{summary}</summary>
      <ul>
        {faults.slice(0, SHOWN_MAX).map((fault) => (
          <li key={`${fault.ownerId} ${fault.field} ${fault.reason}`}>
            <button type="button" className={styles.fault} onClick={() => onChoose(fault)}>
              <bdi>{nameOf(fault)}</bdi>: {t(`editor.fault.${fault.reason}`)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
