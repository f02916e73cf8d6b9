import { useMemo } from "react";
import { serifNow } from "./serif.ts";

/**
 * The value of `data-serif` for a view: its heading font, decided at the view's first paint, so that letters that are
 * being read never change. `view` names what is shown, if one element shows several views in turn.
 */
export function useSerif(view = ""): "own" | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: decided again for each view
  return useMemo(serifNow, [view]);
}
