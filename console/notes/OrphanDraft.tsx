import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { NoteForm } from "./NoteForm.tsx";
import type { NoteDraftName } from "./note-drafts.ts";
import { useNoteDraft } from "./use-note-draft.ts";
import { useAddNote } from "./use-notes.ts";

type OrphanDraftProps = { name: NoteDraftName };

/** An edit of a note that was deleted elsewhere in the meantime. The text can be added as a new note. */
export function OrphanDraft({ name }: OrphanDraftProps) {
  const [draft, put, dropSent] = useNoteDraft(name);
  const adding = useAddNote(name.clientId, ({ text }) => dropSent({ text, version: 0 }));
  if (!draft) return null;
  const { text } = draft;
  return (
    <NoteForm
      label={t("notes.orphan")}
      submitLabel={t("notes.addOrphan")}
      text={text}
      isSending={adding.isPending}
      error={adding.error}
      onType={(typed) => put({ ...draft, text: typed })}
      onSubmit={() => adding.mutate({ text })}
    >
      <Button size="small" variant="quiet" onClick={() => put(undefined)}>
        {t("notes.discard")}
      </Button>
    </NoteForm>
  );
}
