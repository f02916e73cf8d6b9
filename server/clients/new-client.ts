import type { AddClientRequest } from "#contract/manage/clients.ts";
import {
  addClient,
  addClientsWithoutKey,
  type IssuedKey,
  type IssueKeyContext,
} from "../access-keys/issue-key.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import { offeredOrRefused } from "../interviews/offered-interview.ts";
import type { Actor } from "../managers/actor.ts";
import { firstSave, readFirstAnswers } from "../records/first-answers.ts";

export type AddClientContext = IssueKeyContext & {
  actor: Actor;
  book: Pick<InterviewBook, "catalog" | "current" | "readSave" | "refresh">;
  /** The manager who adds the client, and who is the author of its first answers. */
  manager: { managerId: string; name: string };
};
/** `managerId`: the client's manager; undefined for the manager who adds the client. */
export type NewClientInput = Omit<AddClientRequest, "manager"> & { managerId: string | null | undefined };
/** `key` is undefined if none was requested. */
export type NewClient = { clientId: string; key: IssuedKey | undefined };

/** Adds a client with its first answers, or nothing at all. Throws VALIDATION_ERROR and EXTERNAL_ID_TAKEN. */
export async function addNewClient(context: AddClientContext, wish: NewClientInput): Promise<NewClient> {
  const { withKey, interviewId, answers = {}, managerId = context.manager.managerId, ...facts } = wish;
  if (interviewId !== null) await offeredOrRefused(context.book, interviewId);
  const known = { ...facts, managerId, interviewId: interviewId ?? undefined };
  const begun = Object.keys(answers).length > 0 ? await beginning(context, { interviewId, answers }) : {};
  const made = { ...known, ...begun };
  if (withKey) {
    const { clientId, ...key } = await addClient(context, made);
    return { clientId, key };
  }
  const [clientId = ""] = await addClientsWithoutKey(context, [made]);
  return { clientId, key: undefined };
}

type Begun = Pick<NewClientInput, "interviewId"> & { answers: NonNullable<NewClientInput["answers"]> };

/** Names the interview explicitly, so that the answers fit even if the default interview changes meanwhile. */
async function beginning({ book, manager, actor }: AddClientContext, { interviewId, answers }: Begun) {
  const version = book.current(interviewId ?? undefined);
  const first = await readFirstAnswers({ version, book }, answers);
  return {
    interviewId: version.interviewId || undefined,
    begin: (clientId: string) => firstSave(version, first, { clientId, manager, actor }),
  };
}
