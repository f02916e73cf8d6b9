import type { Language } from "#contract/languages.ts";
import type { Part } from "../part.ts";
import { spoken } from "../ui/language/spoken-language.ts";

/** A part of the app with its own messages. */
type SpokenPart = { learnWords: (language: Language) => Promise<void> };

/**
 * Fetches a part when it is needed, again after a failure, and its messages in the current language. Undefined if
 * either could not be fetched.
 */
export async function fetchPart<Module extends SpokenPart>(part: Part<Module>): Promise<Module | undefined> {
  if (!part.store.getState().module) part.start();
  const module = await part.find();
  return module?.learnWords(spoken()).then(
    () => module,
    () => undefined,
  );
}
