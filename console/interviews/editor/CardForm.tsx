import type { ComponentType } from "react";
import { type DraftCard, textIn } from "#contract/manage/interview-draft/draft.ts";
import { entryNameOf } from "#contract/manage/interview-draft/entry-names.ts";
import { t } from "../../translate.ts";
import { CheckField } from "../../ui/fields/CheckField.tsx";
import { PickField } from "../../ui/fields/PickField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { DraftTextField } from "./DraftTextField.tsx";
import styles from "./EditorForm.module.css";
import { kindFormOf } from "./kinds/kind-forms.tsx";
import { useCardEdit } from "./kinds/use-card-edit.ts";
import { ShowIfField } from "./ShowIfField.tsx";
import { useEditor } from "./use-editor.ts";

type CardFormProps = { card: DraftCard };

/** Everything about one question, or about words between the questions. */
export function CardForm({ card }: CardFormProps) {
  const { draft, isReadOnly } = useEditor();
  const change = useCardEdit<DraftCard>(card);
  const name = useEntryName(card);
  const { id, kind } = card;
  const Fields = kindFormOf(kind).Fields as ComponentType<{ card: DraftCard }> | undefined;
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
        onText={(title, field) => change({ title, ...name(title) }, field)}
      />
      <DraftTextField
        ownerId={id}
        field="prompt"
        label={t(isQuestion ? "editor.prompt" : "editor.words")}
        text={card.prompt}
        rows={2}
        onText={(prompt, field) => change({ prompt }, field)}
      />
      {Fields && <Fields card={card} />}
      <DraftTextField
        ownerId={id}
        field="help"
        label={t("editor.help")}
        hint={t("editor.helpHint")}
        text={card.help}
        rows={1}
        onText={(help, field) => {
          const isWritten = draft.languages.some((language) => textIn(help, language) !== "");
          change({ help: isWritten ? help : undefined }, field);
        }}
      />
      {isQuestion && <NeedFields card={card} />}
      <ShowIfField
        ownerId={id}
        showIf={card.showIf}
        what="question"
        onChange={(showIf) => change({ showIf })}
      />
      {isQuestion && <AdvancedFields card={card} />}
    </fieldset>
  );
}

type QuestionCard = Extract<DraftCard, { entry: string }>;

const NEEDS = ["expected", "required", "optional"] as const;

function NeedFields({ card }: { card: QuestionCard }) {
  const change = useCardEdit<QuestionCard>(card);
  const { kind, need = "expected", canSkip = kind === "free-answer" } = card;
  return (
    <div className={styles.checks}>
      <PickField
        label={t("editor.need")}
        hint={t(`editor.needHint.${need}`)}
        value={need}
        options={NEEDS.map((value) => ({ value, label: t(`editor.need.${value}`) }))}
        onChange={({ currentTarget }) => {
          const chosen = NEEDS.find((each) => each === currentTarget.value);
          change({ need: chosen === "expected" ? undefined : chosen });
        }}
      />
      <CheckField
        label={t("editor.canSkip")}
        hint={t("editor.canSkipHint")}
        checked={canSkip}
        onChange={(skips) => change({ canSkip: skips })}
      />
    </div>
  );
}

function AdvancedFields({ card }: { card: QuestionCard }) {
  const { isReadOnly, isAsked, faultOf, leave } = useEditor();
  const change = useCardEdit<QuestionCard>(card);
  const isFixed = isAsked(card.id);
  const fault = faultOf(card.id, "entry") ?? faultOf(card.id, "remarksEntry");
  return (
    <details className={styles.more} {...(fault && { open: true })}>
      <summary>{t("editor.advanced")}</summary>
      <TextField
        label={t("editor.entry")}
        hint={t(isFixed ? "editor.entryFixed" : "editor.entryHint")}
        value={card.entry}
        maxLength={60}
        readOnly={isReadOnly || isFixed}
        spellCheck={false}
        error={fault && t(`editor.fault.${fault}`)}
        onChange={({ currentTarget }) => {
          const entry = currentTarget.value;
          change(
            { entry, ...("remarksEntry" in card && { remarksEntry: `${entry}-remarks` }) },
            `${card.id}.entry`,
          );
        }}
        onBlur={() => leave(card.id, "entry")}
      />
    </details>
  );
}

/** The entry name follows the title until a version has it, or the author has written another. */
function useEntryName(card: DraftCard) {
  const { draft, language, isAsked, isKnownEntry } = useEditor();
  return (title: DraftCard["title"]): Partial<QuestionCard> => {
    const [first = language] = draft.languages;
    if (!("entry" in card) || isAsked(card.id) || language !== first) return {};
    const others = new Set(
      draft.sections
        .flatMap(({ questions }) => questions)
        .filter(({ id }) => id !== card.id)
        .flatMap((other) => [
          ...("entry" in other ? [other.entry] : []),
          ...("remarksEntry" in other ? [other.remarksEntry] : []),
        ]),
    );
    const isTaken = (name: string) => others.has(name) || isKnownEntry(name);
    const before = entryNameOf(textIn(card.title, first), isTaken);
    if (card.entry !== before && card.entry !== card.id) return {};
    const entry = entryNameOf(textIn(title, first), isTaken);
    return { entry, ...("remarksEntry" in card && { remarksEntry: `${entry}-remarks`.slice(-60) }) };
  };
}
