import { useState } from "react";
import { isNoWebsite, NO_WEBSITE, type WebsiteEntry } from "#contract/interview/kinds/website.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import {
  SATISFACTION_DEFAULT,
  SATISFACTION_MAX,
  SATISFACTION_MIN,
  URL_MAX_LENGTH,
} from "#contract/limits.ts";
import { completedAddress } from "#contract/web-address.ts";
import { SliderField } from "../../../web/ui/fields/SliderField.tsx";
import { t } from "../../translate.ts";
import { CheckField } from "../../ui/fields/CheckField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";

type WebsiteFieldsProps = {
  question: QuestionOf<"website">;
  entry: WebsiteEntry;
  onChange: (entry: WebsiteEntry) => void;
};

export function WebsiteFields({ question, entry, onChange }: WebsiteFieldsProps) {
  const { url, satisfaction } = entry;
  // an address may begin with the letters of "none"
  const [isTyping, setIsTyping] = useState(false);
  const hasNone = isNoWebsite(url) && !isTyping;
  return (
    <>
      {!hasNone && (
        <>
          <TextField
            label={t("field.url")}
            inputMode="url"
            autoComplete="off"
            maxLength={URL_MAX_LENGTH}
            placeholder={question.sample}
            value={url}
            onChange={(event) => {
              setIsTyping(true);
              onChange({ ...entry, url: event.currentTarget.value });
            }}
            onBlur={() => {
              setIsTyping(false);
              const completed = isNoWebsite(url) ? NO_WEBSITE : completedAddress(url);
              if (completed !== url) onChange({ ...entry, url: completed });
            }}
          />
          <SliderField
            label={t("field.satisfaction")}
            min={SATISFACTION_MIN}
            max={SATISFACTION_MAX}
            value={satisfaction ?? SATISFACTION_DEFAULT}
            isTouched={satisfaction !== undefined}
            lowLabel={String(SATISFACTION_MIN)}
            highLabel={String(SATISFACTION_MAX)}
            valueText={
              satisfaction === undefined ? t("field.unrated") : t("field.points", { points: satisfaction })
            }
            onChange={(points) => onChange({ ...entry, satisfaction: points })}
          />
        </>
      )}
      <CheckField
        label={t("field.noWebsite")}
        checked={hasNone}
        onChange={(isNone) => onChange({ ...entry, url: isNone ? NO_WEBSITE : "" })}
      />
    </>
  );
}
