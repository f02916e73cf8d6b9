import { useState } from "react";
import type { QuestionOf } from "#contract/interview/interview.ts";
import {
  SATISFACTION_DEFAULT,
  SATISFACTION_MAX,
  SATISFACTION_MIN,
  URL_MAX_LENGTH,
} from "#contract/limits.ts";
import { isNoWebsite, NO_WEBSITE } from "#contract/record/ways-out.ts";
import { completedAddress } from "#contract/web-address.ts";
import { useDraft, useDraftStore } from "../draft/use-draft.ts";
import { t } from "../translate.ts";
import { Chip } from "../ui/Chip.tsx";
import { SliderField } from "../ui/fields/SliderField.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import styles from "./fields.module.css";

type WebsiteFieldsProps = { question: QuestionOf<"website"> };

/** The slider rests at 5 and counts from its first touch (product §3). It hides where there is no website to rate. */
export function WebsiteFields({ question }: WebsiteFieldsProps) {
  const { dispatch } = useDraftStore();
  const { url, satisfaction } = useDraft((state) => state.draft.answers.forms.websiteData);
  // an address may begin with the letters of "none", so nothing changes while it is being typed
  const [isTyping, setTyping] = useState(false);
  const [urlBefore, setUrlBefore] = useState("");
  const hasNone = isNoWebsite(url) && !isTyping;
  const change = (to: string) => dispatch({ type: "url-changed", url: to });
  const pressNone = () => {
    if (!hasNone) setUrlBefore(url);
    change(hasNone ? urlBefore : NO_WEBSITE);
  };
  return (
    <div className={styles.fields}>
      <TextField
        label={t("website.url")}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={URL_MAX_LENGTH}
        placeholder={question.sample}
        value={hasNone ? "" : url}
        onChange={(event) => {
          setTyping(true);
          change(event.currentTarget.value);
        }}
        onBlur={() => {
          setTyping(false);
          const completed = isNoWebsite(url) ? NO_WEBSITE : completedAddress(url);
          if (completed !== url) change(completed);
        }}
      />
      <Chip isPressed={hasNone} onPress={pressNone}>
        {t("website.none")}
      </Chip>
      {!hasNone && <Satisfaction satisfaction={satisfaction} />}
    </div>
  );
}

type SatisfactionProps = { satisfaction: number | undefined };

function Satisfaction({ satisfaction }: SatisfactionProps) {
  const { dispatch } = useDraftStore();
  const isTouched = satisfaction !== undefined;
  return (
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
  );
}
