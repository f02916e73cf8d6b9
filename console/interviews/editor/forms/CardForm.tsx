import { type ComponentType, memo, useCallback } from "react";
import type { ShowIf } from "#contract/interview/condition.ts";
import { type DraftCard, type DraftText, textIn } from "#contract/manage/interview-draft/draft.ts";
import { entryNameOf } from "#contract/manage/interview-draft/entry-names.ts";
import { t } from "../../../translate.ts";
import { CheckField } from "../../../ui/fields/CheckField.tsx";
import { PickField } from "../../../ui/fields/PickField.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { kindFormOf } from "../kinds/kind-forms.tsx";
import { useCardEdit } from "../kinds/use-card-edit.ts";
import { placeOfCard } from "../outline/outline-moves.ts";
import { type EditorTools, useEditor } from "../use-editor.ts";
import { DraftTextField } from "./DraftTextField.tsx";
import styles from "./EditorForm.module.css";
import { ShowIfField } from "./ShowIfField.tsx";

type CardFormProps = { card: DraftCard };

/** The form of a question, or of a text between questions. */
export function CardForm({ card }: CardFormProps) {
  const { isReadOnly } = useEditor();
  const { id, kind } = card;
  const { onTitle, onPrompt, onHelp, onShowIf } = useCommonEdits(id);
  const isQuestion = "entry" in card;
  return (
    <fieldset className={styles.form} disabled={isReadOnly}>
      <legend className={styles.legend}>{t(`editor.kind.${kind}`)}</legend>
      <DraftTextField
        ownerId={id}
        field="title"
        label={t("editor.title")}
        hint={t("editor.titleHint")}
        text={card.title}
        isFirst
        onText={onTitle}
      />
      <DraftTextField
        ownerId={id}
        field="prompt"
        label={t(isQuestion ? "editor.prompt" : "editor.words")}
        text={card.prompt}
        rows={2}
        onText={onPrompt}
      />
      <KindFields card={card} />
      <DraftTextField
        ownerId={id}
        field="help"
        label={t("editor.help")}
        hint={t("editor.helpHint")}
        text={card.help}
        rows={1}
        onText={onHelp}
      />
      {isQuestion && <NeedFields id={id} kind={card.kind} need={card.need} canSkip={card.canSkip} />}
      <ShowIfField ownerId={id} showIf={card.showIf} what="question" onChange={onShowIf} />
      {isQuestion && <AdvancedFields id={id} entry={card.entry} />}
    </fieldset>
  );
}

type OnText = (text: DraftText, field: string) => void;

/** Callbacks that keep their identity, so that a keystroke renders only the field being typed in. */
function useCommonEdits(id: string) {
  const tools = useEditor();
  const change = useCardEdit<DraftCard>({ id });
  const { languages } = tools;
  const onTitle = useCallback<OnText>(
    (title, field) => change({ title, ...entryFor(tools, id, title) }, field),
    [change, tools, id],
  );
  const onPrompt = useCallback<OnText>((prompt, field) => change({ prompt }, field), [change]);
  const onHelp = useCallback<OnText>(
    (help, field) => {
      const isWritten = languages.some((language) => textIn(help, language) !== "");
      change({ help: isWritten ? help : undefined }, field);
    },
    [change, languages],
  );
  const onShowIf = useCallback((showIf: ShowIf | undefined) => change({ showIf }), [change]);
  return { onTitle, onPrompt, onHelp, onShowIf };
}

/**
 * Properties whose changes do not affect the fields of a kind. An edit applies to the card's newest state, so these
 * fields may hold an outdated title.
 */
const COMMON = ["title", "prompt", "help", "need", "canSkip", "showIf", "entry"];

const KindFields = memo(
  function KindFields({ card }: CardFormProps) {
    const Fields = kindFormOf(card.kind).Fields as ComponentType<CardFormProps> | undefined;
    return Fields && <Fields card={card} />;
  },
  ({ card: before }, { card }) => {
    const names = new Set([...Object.keys(before), ...Object.keys(card)]);
    return [...names].every(
      (name) => COMMON.includes(name) || before[name as keyof DraftCard] === card[name as keyof DraftCard],
    );
  },
);

type QuestionCard = Extract<DraftCard, { entry: string }>;

const NEEDS = ["expected", "required", "optional"] as const;

type NeedFieldsProps = {
  id: string;
  kind: QuestionCard["kind"];
  need: QuestionCard["need"];
  canSkip: QuestionCard["canSkip"];
};

const NeedFields = memo(function NeedFields({ id, kind, need, canSkip }: NeedFieldsProps) {
  const shown = need ?? "expected";
  const change = useCardEdit<QuestionCard>({ id });
  return (
    <div className={styles.checks}>
      <PickField
        label={t("editor.need")}
        hint={t(`editor.needHint.${shown}`)}
        value={shown}
        options={NEEDS.map((value) => ({ value, label: t(`editor.need.${value}`) }))}
        onChange={({ currentTarget }) => {
          const chosen = NEEDS.find((each) => each === currentTarget.value);
          change({ need: chosen === "expected" ? undefined : chosen });
        }}
      />
      <CheckField
        label={t("editor.canSkip")}
        hint={t("editor.canSkipHint")}
        checked={canSkip ?? kind === "free-answer"}
        onChange={(skips) => change({ canSkip: skips })}
      />
    </div>
  );
});

const AdvancedFields = memo(function AdvancedFields({ id, entry }: Pick<QuestionCard, "id" | "entry">) {
  const { isReadOnly, isAsked, faultOf, leave, newest } = useEditor();
  const change = useCardEdit<QuestionCard>({ id });
  const isFixed = isAsked(id);
  const fault = faultOf(id, "entry") ?? faultOf(id, "remarksEntry");
  return (
    <details className={styles.more} {...(fault && { open: true })}>
      <summary>{t("editor.advanced")}</summary>
      <TextField
        label={t("editor.entry")}
        hint={t(isFixed ? "editor.entryFixed" : "editor.entryHint")}
        value={entry}
        maxLength={60}
        readOnly={isReadOnly || isFixed}
        spellCheck={false}
        error={fault && t(`editor.fault.${fault}`)}
        onChange={({ currentTarget }) =>
          change(entriesOf(placeOfCard(newest(), id)?.card, currentTarget.value), `${id}.entry`)
        }
        onBlur={() => leave(id, "entry")}
      />
    </details>
  );
});

/**
 * The entry name follows the title until a published version has the question, or the author has chosen another name.
 */
function entryFor(
  { newest, language, languages, isAsked, isKnownEntry }: EditorTools,
  id: string,
  title: DraftText,
): Partial<QuestionCard> {
  const draft = newest();
  const card = placeOfCard(draft, id)?.card;
  const [first = language] = languages;
  if (!card || !("entry" in card) || isAsked(id) || language !== first) return {};
  const others = new Set(
    draft.sections
      .flatMap(({ questions }) => questions)
      .filter((other) => other.id !== id)
      .flatMap((other) => [
        ...("entry" in other ? [other.entry] : []),
        ...("remarksEntry" in other ? [other.remarksEntry] : []),
      ]),
  );
  const isTaken = (name: string) => others.has(name) || isKnownEntry(name);
  const before = entryNameOf(textIn(card.title, first), isTaken);
  if (card.entry !== before && card.entry !== id) return {};
  return entriesOf(card, entryNameOf(textIn(title, first), isTaken));
}

/** A question about tools has a second entry, whose name derives from the first. */
function entriesOf(card: DraftCard | undefined, entry: string): Partial<QuestionCard> {
  return { entry, ...(card && "remarksEntry" in card && { remarksEntry: `${entry}-remarks`.slice(-60) }) };
}
