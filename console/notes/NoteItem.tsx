import { useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { Note } from "#contract/manage/notes.ts";
import { shorten } from "#contract/text.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
import { ChangeNote } from "./ChangeNote.tsx";
import { DeleteNoteDialog } from "./DeleteNoteDialog.tsx";
import styles from "./NoteItem.module.css";
import { useNoteDraft } from "./use-note-draft.ts";

/** Enough characters to distinguish one note from the next. */
const NAME_CHARACTERS = 40;

type NoteItemProps = { note: Note & { clientId: string }; me: CurrentManager };

/** A note with its author and time. The author can edit it in place. */
export function NoteItem({ note, me }: NoteItemProps) {
  const { clientId, noteId, managerName, text, version, addedAt, changedAt } = note;
  const [isDeleting, setIsDeleting] = useState(false);
  const [draft, put, dropSent] = useNoteDraft({ managerId: me.managerId, clientId, noteId });
  const isMine = note.managerId === me.managerId;
  const nameOf = (act: string) => `${act}: ${shorten(text, NAME_CHARACTERS)}`;
  return (
    <li className={styles.note}>
      <p className={styles.who}>
        <bdi>{managerName}</bdi>, <RelativeTime at={addedAt} never="" />
        {changedAt !== null && (
          <>
            , {t("notes.changed")} <RelativeTime at={changedAt} never="" />
          </>
        )}
      </p>
      {draft ? (
        <ChangeNote note={note} draft={draft} onChange={put} onStored={dropSent} />
      ) : (
        <>
          <p className={styles.text} dir="auto">
            {text}
          </p>
          <div className={styles.actions}>
            {isMine && (
              <Button
                size="small"
                variant="quiet"
                iconOnly
                icon="pencil"
                label={nameOf(t("notes.edit"))}
                onClick={() => put({ text, version, read: text })}
              />
            )}
            {(isMine || me.role === "administrator") && (
              <Button
                size="small"
                variant="quiet"
                iconOnly
                icon="trash"
                label={nameOf(t("notes.delete"))}
                onClick={() => setIsDeleting(true)}
              />
            )}
          </div>
        </>
      )}
      {isDeleting && <DeleteNoteDialog note={note} onClose={() => setIsDeleting(false)} />}
    </li>
  );
}
