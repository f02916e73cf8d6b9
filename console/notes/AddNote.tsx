import { t } from "../translate.ts";
import { NoteForm } from "./NoteForm.tsx";
import type { NoteDraftName } from "./note-drafts.ts";
import { useNoteDraft } from "./use-note-draft.ts";
import { useAddNote } from "./use-notes.ts";

type AddNoteProps = { name: NoteDraftName };

export function AddNote({ name }: AddNoteProps) {
  const [draft, put, dropSent] = useNoteDraft(name);
  const adding = useAddNote(name.clientId, ({ text }) => dropSent({ text, version: 0 }));
  const text = draft?.text ?? "";
  return (
    <NoteForm
      label={t("notes.new")}
      placeholder={t("notes.placeholder")}
      submitLabel={t("notes.add")}
      text={text}
      isSending={adding.isPending}
      error={adding.error}
      onType={(typed) => put(typed === "" ? undefined : { text: typed, version: 0, read: "" })}
      onSubmit={() => adding.mutate({ text })}
    />
  );
}
