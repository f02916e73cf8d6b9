import { useStore } from "zustand";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { PageTitle } from "../../ui/PageTitle.tsx";
import type { DraftEditor } from "./draft-editor.ts";
import { SaveState } from "./SaveState.tsx";
import { useUndoKeys } from "./use-undo-keys.ts";

type EditorHeadProps = { name: string; editor: DraftEditor; isReadOnly: boolean; onPublish: () => void };

/** The name of the interview, whether it is saved, and what can be done with all of it. */
export function EditorHead({ name, editor, isReadOnly, onPublish }: EditorHeadProps) {
  const { history, saving } = useStore(editor.store);
  useUndoKeys(editor);
  if (isReadOnly) return <PageTitle title={name} />;
  const step = (label: "undo" | "redo", keys: string, isThere: boolean) => (
    <Button size="small" disabled={!isThere} aria-keyshortcuts={keys} onClick={editor[label]}>
      {t(`editor.${label}`)}
    </Button>
  );
  return (
    <PageTitle
      title={name}
      actions={
        <>
          <SaveState saving={saving} onAgain={() => void editor.flush()} />
          {step("undo", "Control+Z", history.past.length > 0)}
          {step("redo", "Control+Shift+Z", history.future.length > 0)}
          <Button variant="primary" onClick={onPublish}>
            {t("editor.publish")}
          </Button>
        </>
      }
    />
  );
}
