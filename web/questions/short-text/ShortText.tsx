import { type ComponentProps, useState } from "react";
import { matchesFormat, type TextFormat } from "#contract/interview/kinds/text-format.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { SHORT_TEXT_MAX_LENGTH } from "#contract/limits.ts";
import { isBlank } from "#contract/text.ts";
import { completedAddress } from "#contract/web-address.ts";
import { useForm } from "../../draft/use-form.ts";
import { t } from "../../translate.ts";
import { TextField } from "../../ui/fields/TextField.tsx";
import styles from "../fields.module.css";

type ShortTextProps = { question: QuestionOf<"short-text"> };

/** The keyboard that a phone shows. The browser does not validate, because any text is stored. */
const KEYBOARDS: { [Format in TextFormat]: Pick<ComponentProps<"input">, "inputMode" | "autoComplete"> } = {
  plain: { autoComplete: "off" },
  email: { inputMode: "email", autoComplete: "email" },
  phone: { inputMode: "tel", autoComplete: "tel" },
  url: { inputMode: "url", autoComplete: "url" },
  number: { inputMode: "decimal", autoComplete: "off" },
  money: { inputMode: "decimal", autoComplete: "off" },
};

/**
 * A line of text. Text that does not fit the format is still stored, and an error appears once the client leaves the
 * line.
 */
export function ShortText({ question }: ShortTextProps) {
  const { format = "plain", currency, sample, title } = question;
  const { form, change } = useForm(question);
  const [isTyping, setTyping] = useState(false);
  const isUnfit = !isTyping && !isBlank(form.value) && !matchesFormat(format, form.value);
  const changeTo = (value: string) => change((newest) => ({ ...newest, value }));
  return (
    <div className={styles.fields}>
      <TextField
        label={`${t("answer.box")}: ${title}`}
        labelHidden
        {...KEYBOARDS[format]}
        maxLength={SHORT_TEXT_MAX_LENGTH}
        placeholder={t("answer.example", { sample })}
        value={form.value}
        error={isUnfit && format !== "plain" && t(`shortText.unfit.${format}`)}
        trailing={currency && <span className={styles.unit}>{currency}</span>}
        onChange={(event) => {
          setTyping(true);
          changeTo(event.currentTarget.value);
        }}
        onBlur={() => {
          setTyping(false);
          const completed = format === "url" ? completedAddress(form.value) : form.value;
          if (completed !== form.value) changeTo(completed);
        }}
      />
    </div>
  );
}
