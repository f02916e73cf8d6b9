import type { ManagedRecord, Client as StoredClient } from "#contract/manage/clients.ts";
import type { FollowUpDraftList } from "#contract/manage/drafts.ts";
import type { FollowUps } from "#contract/manage/follow-ups.ts";
import type { Notes } from "#contract/manage/notes.ts";
import { type Client, draftKey, isTheirs, QUESTIONS, type Question, stateOf } from "./model.ts";
import { type Desk, type Office, send } from "./office.ts";

/** Compares what the server has at the end of the day with what the test noted. */

type Kept = { [name: string]: unknown };

export function notedOf({ questions, ...client }: Client): Kept {
  const { name, ownerId, phone, doorbell, tags, isSubmitted, notes } = client;
  const facts = { name, ownerId, phone, doorbell, tags: tags.toSorted(), isSubmitted, notes };
  return { ...facts, questions: Object.fromEntries(QUESTIONS.map((id) => [id, keptOf(questions[id])])) };
}

function keptOf(question: Question): Kept {
  const { answers, entries } = question;
  return { answers, entries, state: stateOf(question) };
}

export async function storedOf(desk: Desk, clientId: string): Promise<Kept> {
  const read = <Answer>(path: string) => send(desk, "GET", `/clients/${clientId}${path}`) as Promise<Answer>;
  const client = await read<StoredClient>("");
  const { notes } = await read<Notes>("/notes");
  const { followUps } = await read<FollowUps>("/follow-ups");
  const { data } = await read<ManagedRecord>("/record");
  const written = Object.values(data) as { question?: string; responses?: { content: string }[] }[];
  const questionAt = (id: string) => {
    const answers = written.find(({ question }) => question === id)?.responses ?? [];
    const { state = "none", entries = [] } = followUps.find(({ question }) => question === id) ?? {};
    return {
      answers: answers.map(({ content }) => content),
      entries: entries.map(({ kind, managerName: by, text }) => ({ kind, by, text })),
      state,
    };
  };
  return {
    name: client.name,
    ownerId: client.managerId,
    phone: client.phone,
    doorbell: client.fields.fd_doorbell ?? null,
    tags: client.tags.map(({ name }) => name).sort(),
    isSubmitted: client.submittedAt !== null,
    notes: notes.map(({ managerName: by, text }) => ({ by, text })),
    questions: Object.fromEntries(QUESTIONS.map((id) => [id, questionAt(id)])),
  };
}

/** Follow-ups that were begun and not sent, for the clients that the manager still has. */
export async function draftsOf(desk: Desk, office: Office): Promise<{ stored: Kept; noted: Kept }> {
  const [stored, noted]: [Kept, Kept] = [{}, {}];
  for (const client of office.clients.filter((each) => isTheirs(each, desk.manager))) {
    const { drafts } = (await send(desk, "GET", `/clients/${client.clientId}/drafts`)) as FollowUpDraftList;
    for (const { questionId, text } of drafts) stored[`${client.name} ${questionId}`] = text;
    for (const id of QUESTIONS) {
      const text = office.drafts.get(draftKey(desk.manager, client, id));
      if (text !== undefined) noted[`${client.name} ${id}`] = text;
    }
  }
  return { stored, noted };
}
