import { useMemo } from "react";
import { serifNow } from "./serif.ts";

/**
 * For `data-serif` of a view: what its headings are written in, decided when it is first painted. Letters that somebody
 * reads are never exchanged. `view` names what is shown, where one element shows several views in turn.
 */
export function useSerif(view = ""): "own" | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: decided anew with each view
  return useMemo(serifNow, [view]);
}
