import type { MessageKind } from "./webhook-messages.ts";

/** The format of messages: Standard Webhooks, or a post in a chat. */
export const webhookFormats = ["standard", "slack", "teams"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** Which answers a webhook's messages carry: none, those that changed, or all of the client's answers. */
export const includedAnswers = ["none", "changed", "all"] as const;
export type IncludedAnswers = (typeof includedAnswers)[number];

const SLACK = /^hooks\.slack(?:-gov)?\.com$/;
/** The addresses of Workflows in Microsoft Teams, which Power Automate runs. */
const TEAMS = /(?:^|\.)(?:logic\.azure\.(?:com|us)|powerautomate\.com|powerplatform\.com)$/;
const HOST = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i;

/** The format for an address, judged by its host. */
export function formatOfAddress(address: string): WebhookFormat | undefined {
  const host = HOST.exec(address.trim())?.[1]?.toLowerCase() ?? "";
  if (SLACK.test(host)) return "slack";
  return TEAMS.test(host) ? "teams" : undefined;
}

/** Slack refuses every message that is not in its own format. */
export function takesFormat(address: string, format: WebhookFormat): boolean {
  return formatOfAddress(address) !== "slack" || format === "slack";
}

/** What decides which answers leave the server, and where they go. */
export type AnswerTarget = { address: string; kinds: readonly MessageKind[]; answers: IncludedAnswers };

/** Whether a webhook would send answers to a new address, or send more of them: this requires password and code. */
export function sendsMoreAnswers(before: AnswerTarget | undefined, after: AnswerTarget): boolean {
  if (after.answers === "none") return false;
  return (
    before === undefined ||
    includedAnswers.indexOf(after.answers) > includedAnswers.indexOf(before.answers) ||
    after.address !== before.address ||
    after.kinds.some((kind) => !before.kinds.includes(kind))
  );
}
