import type { EndpointFacts } from "#contract/api/endpoint.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { authWires } from "#contract/api/wires/auth.ts";
import { helpersWires } from "#contract/api/wires/helping.ts";
import { onboardingWires } from "#contract/api/wires/onboarding.ts";
import { openWires } from "#contract/api/wires/open.ts";
import { takesWires } from "#contract/api/wires/takes.ts";
import { accountEndpoints } from "#contract/manage/endpoints/account.ts";
import { answerEndpoints } from "#contract/manage/endpoints/answers.ts";
import { auditEndpoints } from "#contract/manage/endpoints/audit.ts";
import { authEndpoints } from "#contract/manage/endpoints/auth.ts";
import { awayEndpoints } from "#contract/manage/endpoints/away.ts";
import { briefEndpoints } from "#contract/manage/endpoints/briefs.ts";
import { bulkEndpoints } from "#contract/manage/endpoints/bulk.ts";
import { checkEndpoints } from "#contract/manage/endpoints/checks.ts";
import { clientSessionEndpoints } from "#contract/manage/endpoints/client-sessions.ts";
import { clientEndpoints } from "#contract/manage/endpoints/clients.ts";
import { deliveryEndpoints } from "#contract/manage/endpoints/deliveries.ts";
import { draftEndpoints } from "#contract/manage/endpoints/drafts.ts";
import { fieldEndpoints } from "#contract/manage/endpoints/fields.ts";
import { followUpEndpoints } from "#contract/manage/endpoints/follow-ups.ts";
import { historyEndpoints } from "#contract/manage/endpoints/history.ts";
import { importEndpoints } from "#contract/manage/endpoints/import.ts";
import { interviewEndpoints } from "#contract/manage/endpoints/interviews.ts";
import { keyEndpoints } from "#contract/manage/endpoints/keys.ts";
import { mailEndpoints } from "#contract/manage/endpoints/mail.ts";
import { mailTemplateEndpoints } from "#contract/manage/endpoints/mail-templates.ts";
import { managerEndpoints } from "#contract/manage/endpoints/managers.ts";
import { noteEndpoints } from "#contract/manage/endpoints/notes.ts";
import { openIdEndpoints } from "#contract/manage/endpoints/openid.ts";
import { overviewEndpoints } from "#contract/manage/endpoints/overview.ts";
import { ownSessionEndpoints } from "#contract/manage/endpoints/own-sessions.ts";
import { pinEndpoints } from "#contract/manage/endpoints/pins.ts";
import { readMarkerEndpoints } from "#contract/manage/endpoints/read-markers.ts";
import { searchEndpoints } from "#contract/manage/endpoints/search.ts";
import { secondFactorEndpoints } from "#contract/manage/endpoints/second-factor.ts";
import { settingEndpoints } from "#contract/manage/endpoints/settings.ts";
import { shareEndpoints } from "#contract/manage/endpoints/shares.ts";
import { tagEndpoints } from "#contract/manage/endpoints/tags.ts";
import { timelineEndpoints } from "#contract/manage/endpoints/timeline.ts";
import { viewEndpoints } from "#contract/manage/endpoints/views.ts";
import { webhookEndpoints } from "#contract/manage/endpoints/webhooks.ts";
import { timelineKinds } from "#contract/manage/timeline.ts";

/** A group of calls in the document, keyed by their names. */
export type Topic = { name: string; description: string; calls: { readonly [id: string]: EndpointFacts } };

/** In the document's order: the client's calls, the public ones, then the account manager's. */
export const topics: Topic[] = [
  {
    name: "Client sign-in",
    description: "How a client signs in and out, and where they are signed in.",
    calls: factsOf(authWires),
  },
  {
    name: "Onboarding",
    description: "What a client has answered, how far they have come, and what is asked of them.",
    calls: factsOf(onboardingWires),
  },
  {
    name: "Helpers",
    description: "People whom a client asks to answer one section.",
    calls: factsOf(helpersWires),
  },
  {
    name: "Recordings",
    description: "Answers that a client records: sent in parts, then transcribed.",
    calls: factsOf(takesWires),
  },
  {
    name: "Service",
    description: "The interview's definition, this document, health and metrics.",
    calls: factsOf(openWires),
  },
  {
    name: "Console sign-in",
    description: "How an account manager signs in to the console and out of it.",
    calls: authEndpoints,
  },
  {
    name: "OpenID Connect",
    description: "Sign-in by the provider's own identity service, in a browser.",
    calls: openIdEndpoints,
  },
  {
    name: "Own account",
    description: "An account manager's own account: password and API tokens.",
    calls: accountEndpoints,
  },
  {
    name: "Second factor",
    description: "An account manager's own second factor and recovery codes.",
    calls: secondFactorEndpoints,
  },
  {
    name: "Own sessions",
    description: "Where an account manager is signed in.",
    calls: ownSessionEndpoints,
  },
  {
    name: "Account managers",
    description: "All accounts, for administrators.",
    calls: managerEndpoints,
  },
  {
    name: "Time away",
    description: "Clients of an account manager who is away, and the colleague who looks after them.",
    calls: awayEndpoints,
  },
  {
    name: "Clients",
    description: "The clients of an account manager: list, add, change, erase.",
    calls: clientEndpoints,
  },
  {
    name: "Many clients",
    description:
      "One act on one or many clients: invite, remind, assign, tag, set a due date; stop and undo.",
    calls: bulkEndpoints,
  },
  { name: "Tags", description: "Words by which clients are grouped.", calls: tagEndpoints },
  {
    name: "Custom fields",
    description: "What the provider notes of each client beside the built-in facts.",
    calls: fieldEndpoints,
  },
  {
    name: "Interviews",
    description: "What clients are asked, and by which version.",
    calls: interviewEndpoints,
  },
  { name: "Saved views", description: "Selections of clients under a name.", calls: viewEndpoints },
  { name: "Overview", description: "All clients at once, in numbers.", calls: overviewEndpoints },
  { name: "Import", description: "Many clients at once, from a CSV table.", calls: importEndpoints },
  { name: "Access keys", description: "The keys that clients sign in with.", calls: keyEndpoints },
  {
    name: "Client sessions",
    description: "Where a client is signed in, for the account manager.",
    calls: clientSessionEndpoints,
  },
  {
    name: "PINs",
    description: "A second secret that a client is asked for after the access key.",
    calls: pinEndpoints,
  },
  {
    name: "Answers",
    description: "What a client has answered, to read and hear.",
    calls: answerEndpoints,
  },
  {
    name: "Search",
    description: "Which clients wrote or chose something, with the passages.",
    calls: searchEndpoints,
  },
  {
    name: "Timeline",
    description: `What happened to one client. Each entry has a kind:\n\n${listOf(timelineKinds)}`,
    calls: timelineEndpoints,
  },
  {
    name: "History",
    description: "Earlier revisions of a client's record, and the way back to them.",
    calls: historyEndpoints,
  },
  {
    name: "Follow-ups",
    description: "Questions that are asked again, and answers that are approved.",
    calls: followUpEndpoints,
  },
  {
    name: "Follow-up drafts",
    description: "Half-written follow-ups of an account manager, for no one else.",
    calls: draftEndpoints,
  },
  {
    name: "Read markers",
    description: "What an account manager has read of a client, to show what is new.",
    calls: readMarkerEndpoints,
  },
  { name: "Notes", description: "What account managers write down about a client.", calls: noteEndpoints },
  {
    name: "Briefs and exports",
    description: "Answers as files: brief, archive, and all clients as CSV or JSON.",
    calls: briefEndpoints,
  },
  {
    name: "Shared briefs",
    description: "Links by which somebody without an account reads a brief until a day.",
    calls: shareEndpoints,
  },
  {
    name: "Mail",
    description: "Reminders to clients and notices to account managers.",
    calls: mailEndpoints,
  },
  {
    name: "Mail templates",
    description: "The words of each kind of mail, for administrators.",
    calls: mailTemplateEndpoints,
  },
  {
    name: "Settings",
    description: "What administrators set in the console, and a check of the mail server.",
    calls: settingEndpoints,
  },
  {
    name: "Server checks",
    description: "What the server needs to work, as `firsthand doctor` finds it; administrators alone.",
    calls: checkEndpoints,
  },
  {
    name: "Webhooks",
    description: "Where messages about clients are sent to, for administrators.",
    calls: webhookEndpoints,
  },
  {
    name: "Webhook deliveries",
    description: "What became of messages to webhooks, for administrators.",
    calls: deliveryEndpoints,
  },
  { name: "Audit trail", description: "Who did what to whom, for administrators.", calls: auditEndpoints },
];

/** The facts of all client calls are in one table, whatever their topic. */
function factsOf(wires: { readonly [id in keyof typeof endpoints]?: object }): Topic["calls"] {
  return Object.fromEntries(Object.entries(endpoints).filter(([id]) => id in wires));
}

function listOf(kinds: { readonly [kind: string]: string }): string {
  return Object.entries(kinds)
    .map(([kind, when]) => `- \`${kind}\`: ${when}`)
    .join("\n");
}
