import { randomUUID } from "node:crypto";
import {
  BULK_MAIL_HELD_SECONDS,
  BULK_MAILS_PER_SECOND,
  type BulkAct,
  type BulkCause,
} from "#contract/manage/bulk.ts";
import { REMIND_AGAIN_AFTER_MINUTES } from "#contract/manage/mail/mail.ts";
import { type EventKind, insertEvents } from "../audit/events.ts";
import { type Assignment, readAssign } from "../clients/assigning.ts";
import { softDelete } from "../clients/erasing.ts";
import { isWithin, type Scope } from "../clients/scope.ts";
import { updateTags } from "../clients/tags.ts";
import { noteInvited, noteStates } from "../engine/client-facts.ts";
import { findClientInterview } from "../engine/client-interview.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { approveAll, type ReadRecord, unapproveAll } from "../follow-ups/approvals.ts";
import { readReminderFacts, reminderAlready } from "../mail/mail-plan.ts";
import { insertMail, type NewMail, SEND_MAIL_JOB } from "../outbox/mail-outbox.ts";
import type { WebhookOutbox } from "../outbox/webhook-outbox.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import type { BulkStep } from "./bulk.ts";

/** One client of a bulk action. */
type BulkItemContext = BulkStep & {
  /** Undefined for an action that the operator performs at once; it cannot be undone. */
  bulkId: string | undefined;
  clientId: string;
  place: number;
  /** The clients that the manager may change now. */
  scope: Scope;
  managerId: string;
};
type ApplyContext = BulkItemContext & {
  startedAt: number;
  seals: DataKeyring;
  outbox: WebhookOutbox;
  readRecord: ReadRecord;
};
type UndoContext = BulkItemContext & { bulkId: string; before: unknown };

/** What an undo needs to know. */
type UndoState = {
  managerId?: string | null;
  dueOn?: string | null;
  invitedAt?: number | null;
  /** 1 or 0, if the action changed it. */
  remindersOff?: number;
  added?: string[];
  removed?: string[];
  /** The number of the approving entry, by question. */
  approved?: { [questionId: string]: number };
};
export type ItemOutcome =
  | { state: "done"; before: UndoState }
  | { state: "skipped"; cause: BulkCause }
  | { state: "undone" };

const skipped = (cause: BulkCause): ItemOutcome => ({ state: "skipped", cause });

/** Part of a transaction. An action that fails for one client returns its cause, and the others continue. */
export async function applyAct(db: Db, act: BulkAct, on: ApplyContext): Promise<ItemOutcome> {
  const client = await findClient(db, on);
  if (!client) return skipped("gone");
  switch (act.action) {
    case "assign":
      if ([client.manager_id, ownerOf(client)].includes(act.managerId)) return skipped("already-so");
      await setFacts(db, on, (await readAssign(db))(act.managerId));
      return { state: "done", before: { managerId: ownerOf(client) } };
    case "due":
      return change(db, on, { due_on: act.dueOn }, { dueOn: client.due_on });
    case "tag":
      return changeTags(db, on, act);
    case "invite":
      return invite(db, on, { client, act });
    case "remind":
      return remind(db, on);
    case "approve":
      return approveClient(db, on);
    case "erase":
      return eraseClient(db, on);
  }
}

/** Restores the previous state, unless it has been changed since. */
export async function undoAct(db: Db, act: BulkAct, on: UndoContext): Promise<ItemOutcome> {
  const client = await findClient(db, on);
  const before = on.before as UndoState;
  if (!client) return skipped("gone");
  switch (act.action) {
    case "assign":
      return restore(db, on, {
        isOurs: ownerOf(client) === act.managerId,
        to: before.managerId === undefined ? {} : (await readAssign(db))(before.managerId),
      });
    case "due":
      return restore(db, on, { isOurs: client.due_on === act.dueOn, to: { due_on: before.dueOn } });
    case "tag": {
      const retagged = await updateTags(db, { ...on, add: before.removed ?? [], remove: before.added ?? [] });
      if (retagged === "full") return skipped("too-many-tags");
      await note(db, on, "client.changed", "tags");
      return UNDONE;
    }
    case "invite":
      if (!(await dropWaitingMail(db, on))) return skipped("just-sent");
      await uninvite(db, on, { client, act, before });
      return UNDONE;
    case "remind":
      return (await dropWaitingMail(db, on)) ? UNDONE : skipped("just-sent");
    case "approve":
      return unapproveClient(db, on, before.approved ?? {});
    case "erase":
      return skipped("gone");
  }
}

/** The client's own manager, even while a colleague looks after the client. */
function ownerOf({ manager_id, home_manager_id }: Assignment): string | null {
  return home_manager_id ?? manager_id;
}

const UNDONE: ItemOutcome = { state: "undone" };

type UndoUpdate = {
  isOurs: boolean;
  to: { [Column in keyof ClientUpdate]: ClientUpdate[Column] | undefined };
};

async function restore(db: Db, on: BulkItemContext, { isOurs, to }: UndoUpdate): Promise<ItemOutcome> {
  if (!isOurs) return skipped("changed-since");
  await setKnownFacts(db, on, to);
  return UNDONE;
}

/** Undefined facts stay unchanged. */
async function setKnownFacts(db: Db, on: BulkItemContext, to: UndoUpdate["to"]): Promise<void> {
  const known = Object.entries(to).filter(([, value]) => value !== undefined);
  await setFacts(db, on, Object.fromEntries(known));
}

type Uninviting = { client: BulkClientRow; act: Extract<BulkAct, { action: "invite" }>; before: UndoState };

/** A client who got a key otherwise meanwhile stays invited, and facts that were changed again stay. */
async function uninvite(db: Db, on: BulkItemContext, { client, act, before }: Uninviting): Promise<void> {
  const keys = db.selectFrom("access_keys").select("key_id").where("client_id", "=", on.clientId);
  const hasKey = (await keys.limit(1).executeTakeFirst()) !== undefined;
  const isDueOurs = client.due_on === act.dueOn;
  const isReminderOurs = client.reminders_off === remindersOff(act);
  await setKnownFacts(db, on, {
    invited_at: hasKey ? undefined : before.invitedAt,
    due_on: isDueOurs ? before.dueOn : undefined,
    reminders_off: isReminderOurs ? before.remindersOff : undefined,
  });
}

type BulkClientRow = Pick<
  Tables["clients"],
  keyof Assignment | "due_on" | "email" | "invited_at" | "reminders_off"
> & {
  submitted_at: number | null;
  opted_out_at: number | null;
};

function findClient(db: Db, { clientId, scope }: BulkItemContext): Promise<BulkClientRow | undefined> {
  return db
    .selectFrom("clients")
    .leftJoin("records", "records.client_id", "clients.client_id")
    .leftJoin("mail_opt_outs as outs", "outs.client_id", "clients.client_id")
    .select(["clients.manager_id", "clients.home_manager_id"])
    .select(["clients.due_on", "clients.email", "clients.invited_at"])
    .select(["clients.reminders_off", "records.submitted_at", "outs.opted_out_at"])
    .where("clients.client_id", "=", clientId)
    .where("clients.erased_at", "is", null)
    .where(isWithin(scope))
    .executeTakeFirst();
}

type ClientUpdate = Partial<
  Pick<Tables["clients"], keyof Assignment | "due_on" | "invited_at" | "reminders_off">
>;

async function change(
  db: Db,
  on: BulkItemContext,
  to: ClientUpdate,
  before: UndoState,
): Promise<ItemOutcome> {
  const [value] = Object.values(to);
  const [was] = Object.values(before);
  if (value === was) return skipped("already-so");
  await setFacts(db, on, to);
  return { state: "done", before };
}

const NAMES = {
  manager_id: "managerId",
  home_manager_id: "managerId",
  due_on: "dueOn",
  invited_at: "invitedAt",
  reminders_off: "getsReminders",
} as const;

async function setFacts(db: Db, on: BulkItemContext, to: ClientUpdate): Promise<void> {
  const columns = Object.keys(to) as (keyof ClientUpdate)[];
  if (columns.length === 0) return;
  await db.updateTable("clients").set(to).where("client_id", "=", on.clientId).execute();
  if (to.invited_at !== undefined) await noteStates(db, [on.clientId]);
  const names = new Set(columns.map((column) => NAMES[column]));
  await note(db, on, "client.changed", [...names].join(" "));
}

async function changeTags(
  db: Db,
  on: BulkItemContext,
  { add, remove }: Extract<BulkAct, { action: "tag" }>,
): Promise<ItemOutcome> {
  const outcome = await updateTags(db, { clientId: on.clientId, add, remove, at: on.at });
  if (outcome === "full") return skipped("too-many-tags");
  if (outcome.added.length + outcome.removed.length === 0) return skipped("already-so");
  await note(db, on, "client.changed", "tags");
  return { state: "done", before: outcome };
}

type InviteContext = { client: BulkClientRow; act: Extract<BulkAct, { action: "invite" }> };

async function invite(db: Db, on: ApplyContext, { client, act }: InviteContext): Promise<ItemOutcome> {
  const { clientId, at } = on;
  if (!on.isMailOn) return skipped("no-smtp");
  if (client.email === null) return skipped("no-address");
  if (client.opted_out_at !== null) return skipped("opted-out");
  if (client.submitted_at !== null) return skipped("submitted");
  if (await hasWaitingInvitation(db, clientId)) return skipped("waiting");
  const { words, dueOn, sendAt } = act;
  const off = remindersOff(act);
  const isOffChanged = off !== undefined && off !== client.reminders_off;
  await setFacts(db, on, {
    ...(dueOn !== undefined && dueOn !== client.due_on && { due_on: dueOn }),
    ...(isOffChanged && { reminders_off: off }),
  });
  await putMail(db, on, {
    kind: "invitation",
    words,
    notBefore: sendAt === undefined ? at : Date.parse(sendAt),
  });
  if ((await noteInvited(db, { clientIds: [clientId], at })).length > 0)
    await on.outbox.tell(db, { kind: "client.invited", clientId, at });
  return {
    state: "done",
    before: {
      invitedAt: client.invited_at,
      ...(dueOn !== undefined && { dueOn: client.due_on }),
      ...(isOffChanged && { remindersOff: client.reminders_off }),
    },
  };
}

/** 1 or 0; undefined if the invitation does not change it. */
function remindersOff({ getsReminders }: InviteContext["act"]): number | undefined {
  return getsReminders === undefined ? undefined : Number(!getsReminders);
}

async function hasWaitingInvitation(db: Db, clientId: string): Promise<boolean> {
  const waiting = await db
    .selectFrom("mails")
    .select("mail_id")
    .where("client_id", "=", clientId)
    .where("kind", "=", "invitation")
    .where("manager_id", "is", null)
    .where("state", "in", ["waiting", "sending"])
    .executeTakeFirst();
  return waiting !== undefined;
}

async function remind(db: Db, on: ApplyContext): Promise<ItemOutcome> {
  const { clientId, at, isMailOn, neededOf } = on;
  if (!isMailOn) return skipped("no-smtp");
  const facts = await readReminderFacts(db, clientId);
  if (!facts) return skipped("gone");
  if (!facts.hasAddress) return skipped("no-address");
  if (facts.isOptedOut) return skipped("opted-out");
  if (facts.invitedAt === null) return skipped("not-invited");
  const kind = neededOf(facts);
  if (!kind) return skipped("submitted");
  const earlier = await reminderAlready(db, clientId, at - REMIND_AGAIN_AFTER_MINUTES * 60_000);
  if (earlier) return skipped(earlier);
  await putMail(db, on, { kind, words: undefined, notBefore: at });
  return { state: "done", before: {} };
}

const WHY_NOT_APPROVED = {
  "not-submitted": "not-submitted",
  already: "already-so",
  waiting: "follow-up-out",
} as const;

async function approveClient(db: Db, on: ApplyContext): Promise<ItemOutcome> {
  const interview = await findClientInterview(db, on.clientId);
  if (!interview) return skipped("gone");
  const outcome = await approveAll(db, { ...on, ...on.markingOf(interview) }, on.readRecord);
  if (outcome.kind !== "done") return skipped(WHY_NOT_APPROVED[outcome.kind]);
  const questions = Object.keys(outcome.entries);
  await noteEach(db, on, "question.approved", questions);
  const { clientId, at } = on;
  for (const question of questions)
    await on.outbox.tell(db, { kind: "question.approved", clientId, question, at });
  return { state: "done", before: { approved: outcome.entries } };
}

async function unapproveClient(
  db: Db,
  on: UndoContext,
  approved: { [questionId: string]: number },
): Promise<ItemOutcome> {
  const undone = await unapproveAll(db, on, approved);
  if (undone.length === 0) return skipped("changed-since");
  await noteEach(db, on, "question.unapproved", undone);
  return UNDONE;
}

async function eraseClient(db: Db, { clientId, managerId, at }: ApplyContext): Promise<ItemOutcome> {
  await softDelete(db, { clientId, at }, [{ at, kind: "client.erased", actor: managerId, clientId }]);
  return { state: "done", before: {} };
}

type Put = { kind: NewMail["kind"]; words: string | undefined; notBefore: number };

/** Schedules mails one after the other, and only after the time in which the manager can still undo them. */
async function putMail(db: Db, on: ApplyContext, { kind, words, notBefore }: Put): Promise<void> {
  const { clientId, managerId: askedBy, bulkId, at, startedAt, place, seals } = on;
  const heldUntil = bulkId === undefined ? at : startedAt + BULK_MAIL_HELD_SECONDS * 1_000;
  const sendAt = Math.max(notBefore, heldUntil) + Math.floor((place * 1_000) / BULK_MAILS_PER_SECOND);
  const mailId = `ml_${randomUUID()}`;
  const sealed = words !== undefined && (await seals.toWrite(db, clientId));
  await insertMail(db, {
    mailId,
    kind,
    clientId,
    askedBy,
    at,
    sendAt,
    ...(bulkId !== undefined && { bulkId }),
    ...(sealed && words !== undefined && { words: sealed.seal(sealingContexts.mailWords(mailId), words) }),
  });
  await note(db, on, "mail.asked-for", kind);
}

/** False if the mail is already being sent or was sent. */
async function dropWaitingMail(db: Db, { clientId, bulkId }: UndoContext): Promise<boolean> {
  const mail = await db
    .selectFrom("mails")
    .select("mail_id")
    .where("bulk_id", "=", bulkId)
    .where("client_id", "=", clientId)
    .where("state", "=", "waiting")
    .where("attempts", "=", 0)
    .executeTakeFirst();
  if (!mail) return false;
  // a worker that already has the job finds no mail
  await db.deleteFrom("mails").where("mail_id", "=", mail.mail_id).execute();
  await db.deleteFrom("jobs").where("dedupe_key", "=", `${SEND_MAIL_JOB}:${mail.mail_id}`).execute();
  return true;
}

function note(db: Db, on: BulkItemContext, kind: EventKind, detail: string): Promise<void> {
  return noteEach(db, on, kind, [detail]);
}

async function noteEach(
  db: Db,
  { clientId, managerId, at }: BulkItemContext,
  kind: EventKind,
  details: string[],
): Promise<void> {
  await insertEvents(
    db,
    details.map((detail) => ({ at, kind, actor: managerId, clientId, detail })),
  );
}
