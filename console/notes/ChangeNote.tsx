import { useState } from "react";
import type { Note } from "#contract/manage/notes.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { NoteForm } from "./NoteForm.tsx";
import styles from "./NoteItem.module.css";
import { isUnsaved, type NoteDraft } from "./note-drafts.ts";
import { useChangeNote } from "./use-notes.ts";

type ChangeNoteProps = {
  note: Note & { clientId: string };
  draft: NoteDraft;
  onChange: (draft: NoteDraft | undefined) => void;
  onStored: (sent: Pick<NoteDraft, "text" | "version">) => void;
};

/**
 * Edits the manager's own note. If it was changed elsewhere in the meantime, both versions are shown and the manager
 * chooses.
 */
export function ChangeNote({ note, draft, onChange, onStored }: ChangeNoteProps) {
  const changing = useChangeNote(note, onStored);
  const [isAsking, setIsAsking] = useState(false);
  const { text } = draft;
  const isStale = note.version !== draft.version;
  // the manager has read the newer version, which is shown beside the form
  const save = () => changing.mutate({ text, version: note.version });
  return (
    <>
      {isStale && (
        <div className={styles.meanwhile} role="status">
          <p>{t("notes.meanwhile")}</p>
          <p className={styles.text} dir="auto">
            {note.text}
          </p>
        </div>
      )}
      <NoteForm
        label={t("notes.text")}
        submitLabel={t(isStale ? "notes.saveInstead" : "notes.save")}
        text={text}
        isSending={changing.isPending}
        error={changing.error}
        autoFocus
        onType={(typed) => onChange({ ...draft, text: typed })}
        onSubmit={save}
      >
        {isAsking ? (
          <>
            <p role="alert">{t("notes.discardQuestion")}</p>
            <Button size="small" variant="danger" onClick={() => onChange(undefined)}>
              {t("notes.discardChanges")}
            </Button>
            <Button size="small" variant="quiet" autoFocus onClick={() => setIsAsking(false)}>
              {t("formDialog.stay")}
            </Button>
          </>
        ) : (
          <Button
            size="small"
            variant="quiet"
            onClick={() => (isUnsaved(draft) ? setIsAsking(true) : onChange(undefined))}
          >
            {t("notes.cancel")}
          </Button>
        )}
      </NoteForm>
    </>
  );
}
