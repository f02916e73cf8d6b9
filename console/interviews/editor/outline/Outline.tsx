import { type KeyboardEvent, memo } from "react";
import type { Language } from "#contract/languages.ts";
import { type DraftCard, type DraftSection, textIn } from "#contract/manage/interview-draft/draft.ts";
import { Button } from "../../../../web/ui/Button.tsx";
import { Icon } from "../../../../web/ui/Icon.tsx";
import { t } from "../../../translate.ts";
import { Drawing } from "../../../ui/drawings/Drawing.tsx";
import type { PlacedFault } from "../faults/faults.ts";
import { kindFormOf } from "../kinds/kind-forms.tsx";
import { useEditor } from "../use-editor.ts";
import styles from "./Outline.module.css";
import { OutlineMenu } from "./OutlineMenu.tsx";
import type { Drop, OutlineItem } from "./outline-moves.ts";
import { useDraggedRow, useDropSection, useDrops } from "./use-outline-drag.ts";

export type OutlineActs = {
  onChoose: (part: OutlineItem) => void;
  onMove: (part: OutlineItem, step: 1 | -1) => void;
  /** Moves a part by drag and drop. */
  onDrop: (part: OutlineItem, drop: Drop) => void;
  onMoveTo: (cardId: string, sectionId: string) => void;
  onDuplicate: (part: OutlineItem) => void;
  onDelete: (part: OutlineItem) => void;
  /** Asks for the kind of a new card, which is added at the end of a section or after a card. */
  onAddCard: (sectionId: string, afterId?: string) => void;
  onAddSection: () => void;
};

type OutlineProps = {
  /** Keeps its identity, so that only changed rows render. */
  acts: OutlineActs;
  chosen: OutlineItem | { kind: "words" };
  faults: readonly PlacedFault[];
  onChooseWords: () => void;
};

/** The sections and their questions, in the order in which they are asked. */
export const Outline = memo(function Outline({ chosen, faults, acts, onChooseWords }: OutlineProps) {
  // a title being typed is updated at the next pause in typing
  const { rested: draft, language, isReadOnly } = useEditor();
  const [first = language] = draft.languages;
  const chosenId = chosen.kind === "words" ? "" : chosen.id;
  useDrops(acts.onDrop);
  // a string, so that a memoized section renders only when its own problems change
  const faultyIn = ({ id, questions }: DraftSection) =>
    [id, ...questions.map((card) => card.id)]
      .filter((partId) => faults.some(({ ownerId }) => ownerId === partId))
      .join(" ");
  return (
    <nav className={styles.outline} aria-label={t("editor.outline")}>
      <ol className={styles.sections}>
        {draft.sections.map((section) => (
          <OutlineSection
            key={section.id}
            section={section}
            chosenId={hasPart(section, chosenId) ? chosenId : undefined}
            faulty={faults.length > 0 ? faultyIn(section) : ""}
            language={language}
            first={first}
            isReadOnly={isReadOnly}
            acts={acts}
          />
        ))}
      </ol>
      {!isReadOnly && (
        <Button size="small" icon="plus" onClick={acts.onAddSection}>
          {t("editor.addSection")}
        </Button>
      )}
      <button
        type="button"
        className={styles.row}
        aria-current={chosen.kind === "words" ? "true" : undefined}
        data-part="words"
        onClick={onChooseWords}
      >
        <Drawing name="send" />
        <span className={styles.name}>{t("editor.around")}</span>
        <FaultMark isFaulty={faults.some(({ kind }) => kind === "words")} />
      </button>
    </nav>
  );
});

function hasPart({ id, questions }: DraftSection, partId: string): boolean {
  return id === partId || questions.some((card) => card.id === partId);
}

/** The part of the editor context that a row uses. With the whole context, each keystroke would render every row. */
type RowLook = { language: Language; first: Language; isReadOnly: boolean; acts: OutlineActs };

type OutlineSectionProps = RowLook & {
  section: DraftSection;
  /** Undefined if no part of the section is selected. */
  chosenId: string | undefined;
  /** The IDs of its parts with problems, separated by spaces. */
  faulty: string;
};

const OutlineSection = memo(function OutlineSection(props: OutlineSectionProps) {
  const { section, chosenId, faulty, ...look } = props;
  const { isReadOnly, acts } = look;
  const faultyIds = faulty.split(" ");
  const { section: item, side } = useDropSection(section.id);
  return (
    <li ref={item} className={styles.section} data-drop={side}>
      <Row
        kind="section"
        id={section.id}
        name={section.name}
        isChosen={chosenId === section.id}
        isFaulty={faultyIds.includes(section.id)}
        isConditional={section.showIf !== undefined}
        {...look}
      />
      <ol className={styles.cards}>
        {section.questions.map((card) => (
          <li key={card.id}>
            <Row
              kind="card"
              id={card.id}
              card={card}
              name={card.title}
              isChosen={chosenId === card.id}
              isFaulty={faultyIds.includes(card.id)}
              isConditional={card.showIf !== undefined}
              {...look}
            />
          </li>
        ))}
        {!isReadOnly && (
          <li>
            <button type="button" className={styles.add} onClick={() => acts.onAddCard(section.id)}>
              <Icon name="plus" />
              {t("editor.addCard")}
            </button>
          </li>
        )}
      </ol>
    </li>
  );
});

type RowProps = RowLook & {
  kind: OutlineItem["kind"];
  id: string;
  card?: DraftCard;
  name: DraftSection["name"];
  isChosen: boolean;
  isFaulty: boolean;
  isConditional: boolean;
};

const Row = memo(function Row(props: RowProps) {
  const { kind, id, card, name, isChosen, isFaulty, isConditional, language, first, isReadOnly, acts } =
    props;
  const part: OutlineItem = { kind, id };
  const words = textIn(name, language) || textIn(name, first) || t("editor.untitled");
  const need = card && "need" in card ? card.need : undefined;
  const notes = [need && t(`editor.need.${need}`), isConditional && t("editor.conditional")].filter(
    (note) => typeof note === "string",
  );
  const spoken = [
    words,
    // in visual order, because voice control users say what they see
    ...notes,
    card && t(`editor.kind.${card.kind}`),
    isFaulty && t("editor.unfinished"),
  ].filter(Boolean);
  const press = (event: KeyboardEvent) => {
    const act = isReadOnly ? undefined : keyAct(event, part, acts);
    if (!act) return;
    event.preventDefault();
    act();
  };
  const { line, handle, side, isDragged } = useDraggedRow(kind, id, isReadOnly);
  return (
    <div
      ref={line}
      className={styles.line}
      data-kind={kind}
      data-drop={side}
      data-dragged={isDragged ? "" : undefined}
    >
      {!isReadOnly && (
        // for pointers only: shortcuts and the menu also move parts
        <span ref={handle} className={styles.handle} title={t("editor.drag")} aria-hidden="true">
          <Drawing name="grip" />
        </span>
      )}
      <button
        type="button"
        className={styles.row}
        aria-current={isChosen ? "true" : undefined}
        aria-label={spoken.join(", ")}
        aria-keyshortcuts={isReadOnly ? undefined : "Alt+ArrowUp Alt+ArrowDown Control+Enter Delete"}
        data-part={id}
        onClick={() => acts.onChoose(part)}
        onKeyDown={press}
      >
        {card && <Drawing name={kindFormOf(card.kind).drawing} />}
        <span className={styles.name}>
          <bdi>{words}</bdi>{" "}
        </span>
        {notes.map((note) => (
          <span key={note} className={styles.note}>
            {`${note} `}
          </span>
        ))}
        <FaultMark isFaulty={isFaulty} />
      </button>
      {!isReadOnly && <OutlineMenu part={part} name={words} acts={acts} />}
    </div>
  );
});

/**
 * Returns the action of a key on a row: Alt with an arrow key moves, Ctrl+Enter adds a question after it, Delete
 * deletes.
 */
function keyAct(
  { altKey, ctrlKey, key, repeat }: KeyboardEvent,
  part: OutlineItem,
  { onMove, onAddCard, onDelete }: OutlineActs,
): (() => void) | undefined {
  switch (`${altKey ? "Alt " : ""}${ctrlKey ? "Ctrl " : ""}${key}`) {
    case "Alt ArrowUp":
      return () => onMove(part, -1);
    case "Alt ArrowDown":
      return () => onMove(part, 1);
    case "Ctrl Enter":
      return () => (part.kind === "card" ? onAddCard("", part.id) : onAddCard(part.id));
    case "Delete":
      // holding the key down deletes only one row
      return repeat ? undefined : () => onDelete(part);
    default:
      return undefined;
  }
}

function FaultMark({ isFaulty }: { isFaulty: boolean }) {
  if (!isFaulty) return null;
  return (
    <span className={styles.fault}>
      <Icon name="warning" />
      <span className="visually-hidden">{t("editor.unfinished")}</span>
    </span>
  );
}
