import type { Brief } from "#contract/manage/answers/brief.ts";
import { isolated, shownText } from "#contract/manage/answers/shown-text.ts";

/** What a reader of a client's archive finds in it. */
export function archiveReadme({ clientId, clientName, revision }: Brief, madeAt: Date): string {
  return `Everything that is kept about ${isolated(shownText(clientName))} (${clientId})
as of ${madeAt.toISOString()}, with revision ${revision} as the record.

brief.html        what was answered, to read and to print; needs nothing from elsewhere
brief.md          the same as Markdown
record.json       every answer, exactly as stored
client.json       name, e-mail address, language, how far the client has come, and the access keys by their public part
submissions/      the record as it was each time it was submitted, by revision
history/          earlier revisions of the record, as far as they are kept
takes.json        the recorded answers: how long each is, its transcript, and its file
audio/            their sound (MPEG-4 audio)
threads.json      what was asked back and approved, question by question
notes.json        what account managers have written down about this client
audit.json        what was done about this client, when and by whom

All files are UTF-8 text but for the sound. Instants are in UTC. An answer that
was being saved while this was made may be in one file and not in another. A
recording that is still being received or converted has no file yet.
There is no key, password or token in here.
`;
}
