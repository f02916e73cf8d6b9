import { type HelperView, interviewForHelper } from "#contract/record/helping.ts";
import { type LoadInterview, loadInterview } from "../../api/firsthand-api.ts";

/** Versions of the interview as a helper is asked them; one without their section is as if it could not be read. */
export function interviewsOf(helper: HelperView): LoadInterview {
  return async (hash) => {
    const loaded = await loadInterview(hash);
    if (!loaded.ok) return loaded;
    const theirs = interviewForHelper(loaded.data, helper);
    return theirs ? { ok: true, data: theirs } : { ok: false, error: { code: "NOT_FOUND", message: "" } };
  };
}
