import type { Language } from "#contract/languages.ts";
import type { Part } from "../part.ts";
import { spoken } from "../ui/language/spoken-language.ts";

/** A part that brings its own words. */
type SpokenPart = { learnWords: (language: Language) => Promise<void> };

/**
 * Fetches a part with the press that needs it, again after a failure, and its words in the language that is spoken. Undefined
 * where something of it could not be fetched.
 */
export async function fetchPart<Module extends SpokenPart>(part: Part<Module>): Promise<Module | undefined> {
  if (!part.store.getState().module) part.start();
  const module = await part.find();
  return module?.learnWords(spoken()).then(
    () => module,
    () => undefined,
  );
}
