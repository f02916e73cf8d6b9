import type { DateEntry } from "#contract/interview/kinds/date.ts";
import type { QuestionOf } from "#contract/interview/question.ts";
import { t } from "../../translate.ts";
import { DateField } from "../../ui/fields/DateField.tsx";

type DateFieldsProps = {
  question: QuestionOf<"date">;
  entry: DateEntry;
  onChange: (entry: DateEntry) => void;
};

const MONTH_LENGTH = "2027-03".length;

/** A date field. For a month, any of its days can be chosen. */
export function DateFields({ question, entry, onChange }: DateFieldsProps) {
  const isMonth = question.precision === "month";
  const day = entry.value.length === MONTH_LENGTH ? `${entry.value}-01` : entry.value;
  return (
    <DateField
      label={t("field.whole")}
      value={day}
      {...(isMonth && { hint: t("field.anyDay") })}
      onChange={(value) => onChange({ ...entry, value: isMonth ? value.slice(0, MONTH_LENGTH) : value })}
    />
  );
}
