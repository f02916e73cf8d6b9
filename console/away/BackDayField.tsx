import { DAY_MS } from "#contract/instants.ts";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { DateField } from "../ui/fields/DateField.tsx";
import { useNow } from "../ui/time/use-now.ts";

type BackDayFieldProps = { defaultValue?: string; error: Error | null };

/** A field for the day on which the clients go back, named `until` in its form. */
export function BackDayField({ error, ...rest }: BackDayFieldProps) {
  const now = useNow();
  return (
    <DateField
      {...rest}
      label={t("away.until")}
      hint={t("away.untilHint")}
      name="until"
      min={dayOf(now + DAY_MS)}
      error={faultOf(error, "until") && t("away.untilWrong")}
      required
    />
  );
}

/** YYYY-MM-DD in the reader's time zone. */
function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
