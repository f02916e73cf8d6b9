import { useSyncExternalStore } from "react";
import type { Language } from "#contract/languages.ts";
import { currentLanguage, subscribeToLanguage } from "./spoken-language.ts";

/** The current language; the component renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribeToLanguage, currentLanguage, currentLanguage);
}
