import { type HelperView, interviewForHelper } from "#contract/record/helping.ts";
import { type LoadInterview, loadInterview } from "../../api/firsthand-api.ts";
import { t } from "../../translate.ts";

/** Loads interview versions reduced to what a helper is asked; without the helper's section, a version is not found. */
export function interviewsOf(helper: HelperView): LoadInterview {
  return async (hash) => {
    const loaded = await loadInterview(hash);
    if (!loaded.ok) return loaded;
    const theirs = interviewForHelper(loaded.data, helper);
    if (theirs) return { ok: true, data: theirs };
    return { ok: false, error: { code: "NOT_FOUND", message: t("helping.nothing") } };
  };
}
