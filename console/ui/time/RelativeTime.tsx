import { dateWords } from "../../../web/ui/language/spoken-language.ts";
import { ago } from "./ago.ts";
import { useNow } from "./use-now.ts";

type RelativeTimeProps = {
  /** ISO 8601, or null if it never happened. */
  at: string | null;
  /** The text shown if `at` is null. */
  never: string;
};

/** How long ago something happened. The exact time appears on hover and in the `datetime` attribute. */
export function RelativeTime({ at, never }: RelativeTimeProps) {
  const now = useNow();
  if (at === null) return <span>{never}</span>;
  return (
    <time dateTime={at} title={dateWords(new Date(at), { dateStyle: "medium", timeStyle: "short" })}>
      {ago(Date.parse(at), now)}
    </time>
  );
}
