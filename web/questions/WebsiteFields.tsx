import type { QuestionOf } from "#contract/interview/interview.ts";
import {
  SATISFACTION_DEFAULT,
  SATISFACTION_MAX,
  SATISFACTION_MIN,
  URL_MAX_LENGTH,
} from "#contract/limits.ts";
import { completedAddress } from "#contract/web-address.ts";
import { useDraft, useDraftStore } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { SliderField } from "../ui/fields/SliderField.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import styles from "./fields.module.css";

type WebsiteFieldsProps = { question: QuestionOf<"website"> };

/** The slider rests at 5 and counts from its first touch (product §3). */
export function WebsiteFields({ question }: WebsiteFieldsProps) {
  const { dispatch } = useDraftStore();
  const { url, satisfaction } = useDraft((state) => state.draft.answers.forms.websiteData);
  const isTouched = satisfaction !== undefined;
  return (
    <div className={styles.fields}>
      <TextField
        label={t("website.url")}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={URL_MAX_LENGTH}
        placeholder={question.sample}
        value={url}
        onChange={(event) => dispatch({ type: "url-changed", url: event.currentTarget.value })}
        onBlur={() => {
          const completed = completedAddress(url);
          if (completed !== url) dispatch({ type: "url-changed", url: completed });
        }}
      />
      <SliderField
        label={t("website.satisfaction")}
        min={SATISFACTION_MIN}
        max={SATISFACTION_MAX}
        value={satisfaction ?? SATISFACTION_DEFAULT}
        isTouched={isTouched}
        lowLabel={t("website.low")}
        highLabel={t("website.high")}
        valueText={
          isTouched
            ? t("website.value", { value: satisfaction, max: SATISFACTION_MAX })
            : t("website.untouched")
        }
        onChange={(value) => dispatch({ type: "satisfaction-changed", satisfaction: value })}
      />
    </div>
  );
}
