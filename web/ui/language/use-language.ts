import { useSyncExternalStore } from "react";
import type { Language } from "#contract/languages.ts";
import { onSpoken, spoken } from "./spoken-language.ts";

/** The language that is spoken; the component is drawn anew when it is another one. */
export function useLanguage(): Language {
  return useSyncExternalStore(onSpoken, spoken, spoken);
}
