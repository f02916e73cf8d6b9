import { t } from "../translate.ts";

/** Replaces the fields of a question whose kind only a newer version of the page knows. */
export function UnknownKindNotice() {
  return <p>{t("question.newer")}</p>;
}
