import type { BusinessProfileEntry } from "#contract/interview/kinds/business-profile.ts";
import type { ToolSelectionEntry } from "#contract/interview/kinds/tool-selection.ts";
import type { WebsiteEntry } from "#contract/interview/kinds/website.ts";
import type { FormAnswers } from "#contract/record/forms.ts";

/** The three forms of the built-in interview, by entry name. */
type BuiltInForms = {
  "business-profile": BusinessProfileEntry;
  "tool-selection": ToolSelectionEntry;
  "website-form": WebsiteEntry;
};

export const emptyForms: BuiltInForms = {
  "business-profile": { employees: "", locations: "", revenue: "" },
  "tool-selection": { selectedTools: [], customTools: "", toolRatings: {} },
  "website-form": { url: "" },
};

/** Reads the forms of a draft, which may belong to any interview, as the built-in ones. */
export function builtInForms(forms: FormAnswers): BuiltInForms {
  return { ...emptyForms, ...forms };
}

/** The change that the cards make to a draft: one whole form, in which unnamed fields stay empty. */
export function websiteEntered(form: Partial<WebsiteEntry>) {
  return changed("website-form", { ...emptyForms["website-form"], ...form });
}

export function profileEntered(form: Partial<BusinessProfileEntry>) {
  return changed("business-profile", { ...emptyForms["business-profile"], ...form });
}

export function toolsEntered(form: Partial<ToolSelectionEntry>) {
  return changed("tool-selection", { ...emptyForms["tool-selection"], ...form });
}

function changed(entry: keyof BuiltInForms, form: FormAnswers[string]) {
  return { type: "form-changed", entry, form } as const;
}
