import type { WholeField } from "#contract/interview/kinds/kind.ts";
import type { Words } from "../runtime/words.ts";

/** The answer to a question with a single field; empty if nothing was given. */
export function wholeAnswer(field: WholeField, { language, say }: Words): string {
  switch (field.kind) {
    case "text":
      return field.text;
    case "chosen":
      return field.texts.join(", ");
    case "yes-no":
      return field.value && say(`brief.yesNo.${field.value}`);
    case "scale":
      return field.value === undefined ? "" : say("brief.points", { points: field.value, max: field.max });
    case "date":
      return field.value && dayOrMonth(field.value, language);
  }
}

function dayOrMonth(value: string, language: string): string {
  const isDay = value.length === "2027-03-01".length;
  const format = isDay ? ({ dateStyle: "long" } as const) : ({ month: "long", year: "numeric" } as const);
  const instant = new Date(isDay ? value : `${value}-01`);
  return instant.toLocaleDateString(`${language}-US`, { ...format, timeZone: "UTC" });
}
