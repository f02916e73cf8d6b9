import { DAY_MS } from "#contract/instants.ts";
import type { ClientFlag, ClientRow } from "#contract/manage/clients.ts";
import { type MessageId, t } from "../translate.ts";
import type { DrawingName } from "../ui/drawings/drawing-paths.ts";
import { ago } from "../ui/time/ago.ts";

/** A client's current activity in a few words. `hot`: a manager should look. `bad`: something is broken. */
export type Happening = { drawing: DrawingName; look: "calm" | "hot" | "bad" | "good"; words: string };

/** A client who was active within this time counts as active now. */
const AT_IT_MS = 10 * 60_000;

/**
 * The client's most urgent flag, else the calm activity of the client's state. `title`: the title of the client's next
 * question.
 */
export function happeningOf(client: ClientRow, now: number, title?: string): Happening {
  const flag = client.flags[0];
  return flag === undefined ? calm(client, now, title) : flagged(flag, client, now);
}

function flagged(flag: ClientFlag, client: ClientRow, now: number): Happening {
  const lasting = (id: MessageId, since: string | null) => t(id, { days: daysSince(since, now) });
  switch (flag) {
    case "mail-trouble":
      return { drawing: "mail", look: "bad", words: t(troubleOf(client)) };
    case "news":
      return { drawing: "inbox", look: "hot", words: t("clients.happening.news") };
    case "ready":
      return { drawing: "check", look: "hot", words: t("clients.happening.ready") };
    case "overdue":
      return { drawing: "flag", look: "bad", words: t("clients.happening.overdue", overdue(client, now)) };
    case "waiting":
      return {
        drawing: "reply",
        look: "calm",
        words: lasting("clients.happening.waiting", client.waitingSince),
      };
    case "stalled":
      return { drawing: "pause", look: "hot", words: lasting("clients.happening.stalled", client.activeAt) };
    case "never-opened":
      return {
        drawing: "eye",
        look: "hot",
        words: lasting("clients.happening.never-opened", client.invitedAt),
      };
  }
}

/** The activity of a client who needs no attention. */
function calm({ state, ...client }: ClientRow, now: number, title: string | undefined): Happening {
  const { activeAt, invitedAt, submittedAt } = client;
  if (activeAt !== null && now - Date.parse(activeAt) < AT_IT_MS)
    return { drawing: "clock", look: "calm", words: t("clients.happening.now") };
  const when = (at: string | null) => (at === null ? "" : ago(Date.parse(at), now));
  switch (state) {
    case "not-invited":
      return { drawing: "send", look: "calm", words: t("clients.happening.not-invited") };
    case "invited":
      return {
        drawing: "mail",
        look: "calm",
        words: t("clients.happening.invited", { when: when(invitedAt) }),
      };
    case "opened":
      return { drawing: "eye", look: "calm", words: t("clients.happening.opened") };
    case "in-progress":
      return { drawing: "page", look: "calm", words: t("clients.happening.next", { title: title ?? "" }) };
    case "submitted":
      return {
        drawing: "inbox",
        look: "calm",
        words: t("clients.happening.submitted", { when: when(submittedAt) }),
      };
    case "approved":
      return { drawing: "check", look: "good", words: t("clients.happening.approved") };
  }
}

function troubleOf({ mailTrouble }: ClientRow): MessageId {
  return mailTrouble?.endsWith("refused") ? "clients.happening.refused" : "clients.happening.undelivered";
}

function daysSince(at: string | null, now: number): number {
  return at === null ? 0 : Math.max(0, Math.floor((now - Date.parse(at)) / DAY_MS));
}

/** The days since the due date, in the reader's time zone; at least one. */
function overdue({ dueOn }: ClientRow, now: number): { days: number } {
  const date = new Date(now);
  const today = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return { days: dueOn === null ? 1 : Math.max(1, Math.round((today - Date.parse(dueOn)) / DAY_MS)) };
}
