import type { DraftSection } from "#contract/manage/interview-draft/draft.ts";
import { t } from "../../../translate.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { useEditor } from "../use-editor.ts";
import { DraftTextField } from "./DraftTextField.tsx";
import styles from "./EditorForm.module.css";
import { ShowIfField } from "./ShowIfField.tsx";

const MINUTES_MAX = 240;

type SectionFormProps = { section: DraftSection };

/** The form of a section, without its questions. */
export function SectionForm({ section }: SectionFormProps) {
  const { isReadOnly, edit, faultOf, leave } = useEditor();
  const { questions: _, ...own } = section;
  const { id } = section;
  const change = (changes: Partial<typeof own>, field?: string) =>
    edit({ type: "section-changed", section: { ...own, ...changes } }, field);
  const minutesFault = faultOf(id, "minutes");
  const questionsFault = faultOf(id, "questions");
  return (
    <fieldset className={styles.form} disabled={isReadOnly}>
      <legend className={styles.legend}>{t("editor.section")}</legend>
      <DraftTextField
        ownerId={id}
        field="name"
        label={t("editor.sectionName")}
        text={section.name}
        isFirst
        onText={(name, field) => change({ name }, field)}
      />
      <DraftTextField
        ownerId={id}
        field="description"
        label={t("editor.description")}
        hint={t("editor.descriptionHint")}
        text={section.description}
        rows={1}
        onText={(description, field) => change({ description }, field)}
      />
      <TextField
        label={t("editor.minutes")}
        hint={t("editor.minutesHint")}
        inputMode="numeric"
        value={section.minutes === 0 ? "" : String(section.minutes)}
        error={minutesFault && t("editor.fault.minutes", { max: MINUTES_MAX })}
        onChange={({ currentTarget }) =>
          change({ minutes: Number(currentTarget.value.replace(/\D/g, "").slice(0, 3)) }, `${id}.minutes`)
        }
        onBlur={() => leave(id, "minutes")}
      />
      <ShowIfField
        ownerId={id}
        showIf={section.showIf}
        what="section"
        onChange={(showIf) => {
          const { showIf: __, ...rest } = own;
          edit({ type: "section-changed", section: showIf ? { ...rest, showIf } : rest });
        }}
      />
      {questionsFault && (
        <p className={styles.fault} role="alert">
          {t(`editor.fault.${questionsFault}`)}
        </p>
      )}
    </fieldset>
  );
}
