import type { Me } from "#contract/manage/accounts.ts";
import { t } from "../translate.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { Part } from "../ui/Part.tsx";
import { AddNote } from "./AddNote.tsx";
import { NoteShown } from "./NoteShown.tsx";
import styles from "./NotesPart.module.css";
import { OrphanDraft } from "./OrphanDraft.tsx";
import { useNotesInWork } from "./use-note-draft.ts";
import { useNotes } from "./use-notes.ts";

type NotesPartProps = { clientId: string; me: Me };

/** The account managers' notes about a client. */
export function NotesPart({ clientId, me }: NotesPartProps) {
  const query = useNotes(clientId);
  const { data } = query;
  const name = { managerId: me.managerId, clientId };
  const inWork = useNotesInWork(name);
  const orphans = data ? inWork.filter((id) => !data.notes.some(({ noteId }) => noteId === id)) : [];
  return (
    <Part isPlain title={t("notes.title")} note={t("notes.what")}>
      <AddNote name={name} />
      {orphans.map((noteId) => (
        <OrphanDraft key={noteId} name={{ ...name, noteId }} />
      ))}
      <Loaded query={query} isPart>
        {({ notes }) =>
          notes.length > 0 && (
            <ul className={styles.notes} aria-label={t("notes.title")}>
              {notes.map((note) => (
                <NoteShown key={note.noteId} note={{ ...note, clientId }} me={me} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Part>
  );
}
