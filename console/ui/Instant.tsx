import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { ago } from "./ago.ts";
import { useNow } from "./use-now.ts";

type InstantProps = {
  /** ISO 8601, or null where it never was. */
  at: string | null;
  /** What stands there then. */
  never: string;
};

/** How long ago something was; the whole instant on hover, and for readers of the page's code. */
export function Instant({ at, never }: InstantProps) {
  const now = useNow();
  if (at === null) return <span>{never}</span>;
  return (
    <time dateTime={at} title={dateWords(new Date(at), { dateStyle: "medium", timeStyle: "short" })}>
      {ago(Date.parse(at), now)}
    </time>
  );
}
