import type { Language } from "#contract/languages.ts";
import type { LazyBundle } from "../../lazy-bundle.ts";
import { currentLanguage } from "../../ui/language/spoken-language.ts";

/** A part of the app with its own messages. */
type TranslatedModule = { learnWords: (language: Language) => Promise<void> };

/**
 * Fetches a bundle when it is needed, again after a failure, and its messages in the current language. Undefined if
 * either could not be fetched.
 */
export async function fetchBundle<Module extends TranslatedModule>(
  bundle: LazyBundle<Module>,
): Promise<Module | undefined> {
  if (!bundle.store.getState().module) bundle.start();
  const module = await bundle.find();
  return module?.learnWords(currentLanguage()).then(
    () => module,
    () => undefined,
  );
}
