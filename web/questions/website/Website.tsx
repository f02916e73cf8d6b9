import { useState } from "react";
import { isNoWebsite, NO_WEBSITE } from "#contract/interview/kinds/website.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import {
  SATISFACTION_DEFAULT,
  SATISFACTION_MAX,
  SATISFACTION_MIN,
  URL_MAX_LENGTH,
} from "#contract/limits.ts";
import { completedAddress } from "#contract/web-address.ts";
import { useForm } from "../../draft/use-form.ts";
import { t } from "../../translate.ts";
import { Chip } from "../../ui/Chip.tsx";
import { SliderField } from "../../ui/fields/SliderField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import styles from "../fields.module.css";

type WebsiteProps = { question: QuestionOf<"website"> };

/** The slider starts at 5 and counts only once it is touched. It is hidden if there is no website to rate. */
export function Website({ question }: WebsiteProps) {
  const { form, change } = useForm(question);
  const { url, satisfaction } = form;
  // an address may begin with the letters of "none", so nothing changes while it is being typed
  const [isTyping, setTyping] = useState(false);
  const [urlBefore, setUrlBefore] = useState("");
  const hasNone = isNoWebsite(url) && !isTyping;
  const changeUrl = (to: string) => change((newest) => ({ ...newest, url: to }));
  const pressNone = () => {
    if (!hasNone) setUrlBefore(url);
    changeUrl(hasNone ? urlBefore : NO_WEBSITE);
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
          changeUrl(event.currentTarget.value);
        }}
        onBlur={() => {
          setTyping(false);
          const completed = isNoWebsite(url) ? NO_WEBSITE : completedAddress(url);
          if (completed !== url) changeUrl(completed);
        }}
      />
      <Chip isPressed={hasNone} onPress={pressNone}>
        {t("website.none")}
      </Chip>
      {!hasNone && (
        <Satisfaction
          satisfaction={satisfaction}
          onChange={(points) => change((newest) => ({ ...newest, satisfaction: points }))}
        />
      )}
    </div>
  );
}

type SatisfactionProps = { satisfaction: number | undefined; onChange: (points: number) => void };

function Satisfaction({ satisfaction, onChange }: SatisfactionProps) {
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
      onChange={onChange}
    />
  );
}
