import type { CurrentManager } from "#contract/manage/accounts.ts";
import { t } from "../translate.ts";
import { Panel } from "../ui/Panel.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { AddNote } from "./AddNote.tsx";
import { NoteItem } from "./NoteItem.tsx";
import styles from "./NotesPanel.module.css";
import { OrphanDraft } from "./OrphanDraft.tsx";
import { useNotesInWork } from "./use-note-draft.ts";
import { useNotes } from "./use-notes.ts";

type NotesPanelProps = { clientId: string; me: CurrentManager };

/** The account managers' notes about a client. */
export function NotesPanel({ clientId, me }: NotesPanelProps) {
  const query = useNotes(clientId);
  const { data } = query;
  const name = { managerId: me.managerId, clientId };
  const inWork = useNotesInWork(name);
  const orphans = data ? inWork.filter((id) => !data.notes.some(({ noteId }) => noteId === id)) : [];
  return (
    <Panel isPlain title={t("notes.title")} note={t("notes.what")}>
      <AddNote name={name} />
      {orphans.map((noteId) => (
        <OrphanDraft key={noteId} name={{ ...name, noteId }} />
      ))}
      <QueryView query={query} isPart>
        {({ notes }) =>
          notes.length > 0 && (
            <ul className={styles.notes} aria-label={t("notes.title")}>
              {notes.map((note) => (
                <NoteItem key={note.noteId} note={{ ...note, clientId }} me={me} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Panel>
  );
}
