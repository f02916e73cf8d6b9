import type { FormField } from "#contract/interview/kinds/kind.ts";
import { drawStars } from "#contract/interview/stars.ts";
import { TOOL_RATING_MAX } from "#contract/limits.ts";
import { dayOrMonthWords } from "../../../web/ui/language/day-or-month-words.ts";
import { t } from "../../translate.ts";

type FieldValueProps = { field: FormField };

/** The value of one form field. */
export function FieldValue({ field }: FieldValueProps) {
  switch (field.kind) {
    case "tool":
      return field.stars === undefined ? (
        t("field.unrated")
      ) : (
        <>
          <span aria-hidden="true">{drawStars(field.stars, TOOL_RATING_MAX)} </span>
          {t("field.stars", { stars: field.stars, of: TOOL_RATING_MAX })}
        </>
      );
    case "not-applicable":
      return t("answer.reason.not-applicable");
    case "no-tools":
      return t("field.noTools");
    case "no-website":
      return t("field.noWebsite");
    case "satisfaction":
      return field.points === undefined ? "" : t("field.points", { points: field.points });
    case "chosen":
      return <bdi>{field.texts.join(", ")}</bdi>;
    case "yes-no":
      return field.value && t(`field.${field.value}`);
    case "scale":
      return field.value === undefined ? "" : t("field.stars", { stars: field.value, of: field.max });
    case "date":
      return field.value && dayOrMonthWords(field.value);
    default:
      return <bdi>{field.text}</bdi>;
  }
}
