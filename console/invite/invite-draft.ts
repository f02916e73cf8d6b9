import type { BulkAct } from "#contract/manage/bulk.ts";
import type { InvitationRequest } from "#contract/manage/invitations.ts";
import { tomorrowMorning } from "./invite-target.ts";

/**
 * The values of the invitation form. `dueOn` is undefined until changed, and empty once removed. `getsReminders` is
 * undefined until changed.
 */
export type InviteDraft = {
  words: string;
  dueOn: string | undefined;
  sends: "now" | "tomorrow";
  getsReminders: boolean | undefined;
  asksPin: boolean;
};

export const EMPTY_DRAFT: InviteDraft = {
  words: "",
  dueOn: undefined,
  sends: "now",
  getsReminders: undefined,
  asksPin: false,
};

type Words = Pick<InvitationRequest, "words">;

/** The part of the draft that a preview and a test email show. */
export function requestOf({ words, dueOn }: InviteDraft): InvitationRequest {
  return { ...wordsOf(words), ...(dueOn !== undefined && { dueOn: dueOn === "" ? null : dueOn }) };
}

type InviteRequestOptions = {
  /** For several clients, an empty due date leaves each client's own date unchanged. */
  isOne: boolean;
  now: Date;
};

export function sendingOf(
  { words, dueOn, sends, getsReminders }: InviteDraft,
  { isOne, now }: InviteRequestOptions,
): Extract<BulkAct, { action: "invite" }> {
  const isSet = dueOn !== undefined && (isOne || dueOn !== "");
  return {
    action: "invite",
    ...wordsOf(words),
    ...(isSet && { dueOn: dueOn === "" ? null : dueOn }),
    ...(getsReminders !== undefined && { getsReminders }),
    ...(sends === "tomorrow" && { sendAt: tomorrowMorning(now).toISOString() }),
  };
}

function wordsOf(words: string): Words {
  const trimmed = words.trim();
  return trimmed === "" ? {} : { words: trimmed };
}
