import type { Note } from "#contract/manage/notes.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { NoteForm } from "./NoteForm.tsx";
import styles from "./NoteShown.module.css";
import type { NoteDraft } from "./note-drafts.ts";
import { useChangeNote } from "./use-notes.ts";

type ChangeNoteProps = {
  note: Note & { clientId: string };
  draft: NoteDraft;
  onChange: (draft: NoteDraft | undefined) => void;
};

/** One's own note being changed. Where it was changed elsewhere meanwhile, both are shown, and one chooses. */
export function ChangeNote({ note, draft, onChange }: ChangeNoteProps) {
  const changing = useChangeNote(note);
  const { text } = draft;
  const isStale = note.version !== draft.version;
  // what stands beside the form has been read
  const save = () =>
    changing.mutate({ text, version: note.version }, { onSuccess: () => onChange(undefined) });
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
        <Button size="small" variant="quiet" onClick={() => onChange(undefined)}>
          {t("notes.cancel")}
        </Button>
      </NoteForm>
    </>
  );
}
