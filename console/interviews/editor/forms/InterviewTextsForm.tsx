import { type InterviewDraft, withTextIn } from "#contract/manage/interview-draft/draft.ts";
import { Button } from "../../../../web/ui/Button.tsx";
import { t } from "../../../translate.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { useEditor } from "../use-editor.ts";
import { DraftTextField } from "./DraftTextField.tsx";
import styles from "./EditorForm.module.css";
import { LinesField } from "./LinesField.tsx";
import { useLineFocus } from "./use-line-focus.ts";

const AFTER_MAX = 5;
const TIPS_MAX = 10;
const DAYS_MAX = 30;

type InterviewTextsFormProps = { draft: InterviewDraft };

/** The form of what an interview has besides sections: tips, what happens after submission, and how soon. */
export function InterviewTextsForm({ draft }: InterviewTextsFormProps) {
  const { languages, language, isReadOnly, edit, faultOf, leave } = useEditor();
  const { tips = [], after, replyWithin } = draft;
  const empty = withTextIn("", { language, languages }, "");
  const putTips = (changed: typeof tips, field?: string) =>
    edit({ type: "words-changed", words: { tips: changed.length > 0 ? changed : undefined } }, field);
  const { part, putAndFocus } = useLineFocus();
  const daysFault = faultOf("", "replyWithin");
  return (
    <fieldset className={styles.form} disabled={isReadOnly}>
      <legend className={styles.legend}>{t("editor.aroundWhat")}</legend>
      <LinesField
        ownerId=""
        field="after"
        label={t("editor.after")}
        hint={t("editor.afterHint")}
        name="step"
        lines={after}
        max={AFTER_MAX}
        onLines={(steps, field) => edit({ type: "words-changed", words: { after: steps } }, field)}
      />
      <TextField
        label={t("editor.replyWithin")}
        hint={t("editor.replyWithinHint")}
        inputMode="numeric"
        value={replyWithin === undefined ? "" : String(replyWithin)}
        error={daysFault && t("editor.fault.days", { max: DAYS_MAX })}
        onChange={({ currentTarget }) => {
          const digits = currentTarget.value.replace(/\D/g, "").slice(0, 2);
          const days = digits === "" ? undefined : Number(digits);
          edit({ type: "words-changed", words: { replyWithin: days } }, "replyWithin");
        }}
        onBlur={() => leave("", "replyWithin")}
      />
      <fieldset ref={part} className={styles.part}>
        <legend>{t("editor.tips")}</legend>
        <p className={styles.hint}>{t("editor.tipsHint")}</p>
        {tips.length > 0 && (
          <ul className={styles.list}>
            {tips.map((tip, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tips have no ID
              <li key={at} className={styles.pair}>
                <div className={styles.list}>
                  <DraftTextField
                    ownerId=""
                    field={`tips.${at}.title`}
                    label={t("editor.tipTitle")}
                    text={tip.title}
                    onText={(title, field) => putTips(tips.with(at, { ...tip, title }), field)}
                  />
                  <DraftTextField
                    ownerId=""
                    field={`tips.${at}.text`}
                    label={t("editor.tipText")}
                    text={tip.text}
                    rows={1}
                    onText={(text, field) => putTips(tips.with(at, { ...tip, text }), field)}
                  />
                </div>
                <Button
                  variant="quiet"
                  size="small"
                  iconOnly
                  icon="close"
                  label={t("editor.removeTip", { number: at + 1 })}
                  onClick={() => putAndFocus(() => putTips(tips.toSpliced(at, 1)), Math.max(at - 1, 0))}
                />
              </li>
            ))}
          </ul>
        )}
        {tips.length < TIPS_MAX && !isReadOnly && (
          <Button
            size="small"
            icon="plus"
            onClick={() => putAndFocus(() => putTips([...tips, { title: empty, text: empty }]), tips.length)}
          >
            {t("editor.addTip")}
          </Button>
        )}
      </fieldset>
    </fieldset>
  );
}
