import { t } from "../translate.ts";

/** In place of the fields of a kind that only a newer page knows. */
export function NewerPage() {
  return <p>{t("question.newer")}</p>;
}
