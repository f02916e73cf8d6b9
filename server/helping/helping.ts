import { randomBytes } from "node:crypto";
import type { ClientSignIn } from "#contract/api/calls.ts";
import type { HelperFacts, NewHelperRequest } from "#contract/api/helping.ts";
import { isoOf } from "#contract/instants.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { hiddenQuestions } from "#contract/record/conditions.ts";
import { countHelpersAnswers, hasFreeAnswer } from "#contract/record/helping.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { type IssueKeyContext, makeHelperKey } from "../access-keys/issue-key.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { NewKey } from "../storage/access/access-keys.ts";
import type { ListedHelper, StoredHelper } from "../storage/access/helping.ts";
import type { Storage } from "../storage/storage.ts";

type HelperContext = Pick<IssueKeyContext, "secrets" | "now"> & {
  storage: Pick<Storage, "helpers">;
  actor: Actor;
  clientId: string;
};
export type HelperLink = { helperId: string; accessKey: string; expiresAt: number };

/** Adds a helper for a section. The access key appears only in the result. */
export async function addHelper(
  context: HelperContext,
  { name, sectionId, seesAll }: NewHelperRequest,
): Promise<HelperLink | "exists" | "full"> {
  const { storage, actor, clientId } = context;
  const helperId = `he_${randomBytes(10).toString("hex")}`;
  const draftKey = randomBytes(32).toString("base64url");
  const helper = { helperId, name, sectionId, seesAll, draftKey };
  const { accessKey, key } = makeHelperKey(context, clientId);
  const outcome = await storage.helpers.add({ helper, key }, [keyIssued(actor, key)]);
  if (outcome === "key-taken") return addHelper(context, { name, sectionId, seesAll });
  return outcome ?? { helperId, accessKey, expiresAt: key.expiresAt };
}

/** Makes a new link that replaces the earlier one. Undefined if the helper does not exist. */
export async function renewHelperLink(
  context: HelperContext,
  helperId: string,
): Promise<HelperLink | undefined> {
  const { storage, actor, clientId, now: at } = context;
  const { accessKey, key } = makeHelperKey(context, clientId);
  const outcome = await storage.helpers.renew({ clientId, helperId, at }, key, (ended) => [
    eventOf(actor, "key.revoked", { clientId, keyId: ended }),
    keyIssued(actor, key),
  ]);
  if (outcome === "key-taken") return renewHelperLink(context, helperId);
  return outcome === "gone" ? undefined : { helperId, accessKey, expiresAt: key.expiresAt };
}

function keyIssued(actor: Actor, { clientId, keyId }: NewKey) {
  return eventOf(actor, "key.issued", { clientId, keyId, detail: "helper" });
}

/** Ends a helper's access; the helper's answers stay. False if the helper does not exist. */
export function removeHelper(
  { storage, actor, clientId, now: at }: Omit<HelperContext, "secrets">,
  helperId: string,
): Promise<boolean> {
  return storage.helpers.remove({ clientId, helperId, at }, (keyId) =>
    eventOf(actor, "key.revoked", { clientId, keyId }),
  );
}

/** Whether the section contains a question that the helper could answer. */
export function canHelpWith(interview: Interview, { sectionId, seesAll }: NewHelperRequest): boolean {
  const section = interview.sections.find(({ id }) => id === sectionId);
  return section !== undefined && (seesAll || hasFreeAnswer(section));
}

/** What the browser app needs to know about a helper who signs in. */
export function helperAtSignIn(
  interview: Interview,
  { helperId, name, sectionId, seesAll }: StoredHelper,
  record: ClientRecord,
): NonNullable<ClientSignIn["helper"]> {
  const hidden = hiddenQuestions(interview, record);
  const section = interview.sections.find(({ id }) => id === sectionId);
  const notAsked = section?.questions.filter(({ id }) => hidden.has(id)).map(({ id }) => id) ?? [];
  return { helperId, name, sectionId, seesAll, notAsked };
}

/** The facts about a helper that may be shown. */
export function toHelperView(helper: ListedHelper, record: ClientRecord, now: number): HelperFacts {
  const { helperId, name, sectionId, seesAll, expiresAt } = helper;
  const answers = countHelpersAnswers(record, helper);
  return {
    helperId,
    name,
    sectionId,
    seesAll,
    state: stateOf(helper, now),
    answers,
    expiresAt: isoOf(expiresAt),
  };
}

function stateOf({ revokedAt, expiresAt, boundAt, doneAt }: ListedHelper, now: number): HelperFacts["state"] {
  if (revokedAt !== null || expiresAt <= now) return "ended";
  if (boundAt === null) return "waiting";
  return doneAt === null ? "answering" : "done";
}
