import { isBlank } from "#contract/text.ts";
import { useDraft } from "../draft/use-draft.ts";
import { useUnloadWarning } from "../ui/use-unload-warning.ts";
import { useIsKept, useIsUnsaved } from "./workspace/use-actions.ts";

/**
 * If the device stores nothing, makes the browser ask before it closes a page with anything unsaved or half written.
 */
export function useUnkeptWarning(): void {
  const isUnsaved = useIsUnsaved();
  const hasOpenText = useDraft(
    ({ draft }) =>
      Object.keys(draft.edits).length > 0 || Object.values(draft.boxes).some((text) => !isBlank(text)),
  );
  const isKept = useIsKept();
  useUnloadWarning(!isKept && (isUnsaved || hasOpenText));
}
