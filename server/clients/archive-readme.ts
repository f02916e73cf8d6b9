import type { Brief } from "#contract/manage/answers/brief.ts";
import { isolated, shownText } from "#contract/manage/answers/shown-text.ts";

/** What a reader of a client's archive finds in it. */
export function archiveReadme({ clientId, clientName, revision }: Brief, madeAt: Date): string {
  return `All data of ${isolated(shownText(clientName))} (${clientId})
Made ${madeAt.toISOString()} from revision ${revision} of the record.

brief.html        the answers, to read and print; opens without a connection
brief.md          the same as Markdown
record.json       every answer, exactly as stored
client.json       name, email address, language, progress, and the public part of each access key
submissions/      a copy of the record from each submission, by revision
history/          earlier revisions of the record
takes.json        each recording: its length, its transcript, and its file
audio/            the audio of the recordings (MPEG-4)
threads.json      follow-up questions and approvals, by question
notes.json        account managers' notes about this client
audit.json        who did what for this client, and when

The audio aside, all files are UTF-8 text. Times are in UTC. If the client saved
an answer while this archive was made, some files may have it and others not.
A recording that is still arriving or being converted has no file yet.
This archive holds no key, password, or token.
`;
}
