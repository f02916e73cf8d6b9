import { useState } from "react";
import { isDate } from "#contract/interview/kinds/date.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { useForm } from "../../draft/use-form.ts";
import { t } from "../../translate.ts";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { dateWords } from "../../ui/language/spoken-language.ts";
import styles from "../fields.module.css";

type DateFieldProps = { question: QuestionOf<"date"> };

/** A day in the browser's own field, or a month in two lists, because not every browser has a field for months. */
export function DateField({ question }: DateFieldProps) {
  const { form, change } = useForm(question);
  const changeTo = (value: string) => change((newest) => ({ ...newest, value }));
  if (question.precision === "month") return <Month value={form.value} onChange={changeTo} />;
  return (
    <div className={styles.fields}>
      <TextField
        label={`${t("answer.box")}: ${question.title}`}
        labelHidden
        type="date"
        max={LAST_DAY}
        value={form.value}
        onChange={({ currentTarget: { value } }) => changeTo(isDate(value) ? value : "")}
      />
    </div>
  );
}

/** The server accepts years of four digits only. */
const LAST_DAY = "9999-12-31";
const YEARS_AHEAD = 10;
const FIRST_YEAR = 1900;
const MONTHS = Array.from({ length: 12 }, (_, place) => String(place + 1).padStart(2, "0"));

const NEITHER = { year: "", month: "" };

type MonthProps = { value: string; onChange: (value: string) => void };

function Month({ value, onChange }: MonthProps) {
  // holds the first of the two choices until the second one is made
  const [half, setHalf] = useState(NEITHER);
  const [year = "", month = ""] = value === "" ? [half.year, half.month] : value.split("-");
  const set = (next: typeof NEITHER) => {
    const isWhole = next.year !== "" && next.month !== "";
    setHalf(isWhole ? NEITHER : next);
    onChange(isWhole ? `${next.year}-${next.month}` : "");
  };
  const last = new Date().getFullYear() + YEARS_AHEAD;
  const years = Array.from({ length: last - FIRST_YEAR + 1 }, (_, place) => String(last - place));
  return (
    <div className={styles.pair}>
      <SelectField
        label={t("date.month")}
        placeholder={t("profile.choose")}
        options={MONTHS.map((each) => ({
          value: each,
          label: dateWords(new Date(2000, Number(each) - 1, 15), { month: "long" }),
        }))}
        value={month}
        onChange={(to) => set({ year, month: to })}
      />
      <SelectField
        label={t("date.year")}
        placeholder={t("profile.choose")}
        options={years.map((each) => ({ value: each, label: each }))}
        value={year}
        onChange={(to) => set({ year: to, month })}
      />
    </div>
  );
}
