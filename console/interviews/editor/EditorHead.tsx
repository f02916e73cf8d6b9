import { useStore } from "zustand";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { PageTitle } from "../../ui/PageTitle.tsx";
import type { DraftEditor } from "./saving/draft-editor.ts";
import { SaveState } from "./saving/SaveState.tsx";
import { useUndoKeys } from "./saving/use-undo-keys.ts";

type EditorHeadProps = { name: string; editor: DraftEditor; isReadOnly: boolean; onPublish: () => void };

/** The interview's name, whether it is saved, and actions on the whole draft. */
export function EditorHead({ name, editor, isReadOnly, onPublish }: EditorHeadProps) {
  const { history, saving } = useStore(editor.store);
  useUndoKeys(editor);
  if (isReadOnly) return <PageTitle title={name} />;
  return (
    <PageTitle
      title={name}
      actions={
        <>
          <SaveState saving={saving} onAgain={() => void editor.flush()} />
          <Button
            size="small"
            disabled={history.past.length === 0}
            aria-keyshortcuts="Control+Z"
            onClick={editor.undo}
          >
            {t("editor.undo")}
          </Button>
          <Button
            size="small"
            disabled={history.future.length === 0}
            aria-keyshortcuts="Control+Shift+Z"
            onClick={editor.redo}
          >
            {t("editor.redo")}
          </Button>
          <Button variant="primary" onClick={onPublish}>
            {t("editor.publish")}
          </Button>
        </>
      }
    />
  );
}
