import { describe, expect, test } from "vitest";
import { networkErrors, serverErrors } from "#contract/api/errors.ts";
import { manageErrors } from "#contract/manage/errors.ts";
import client from "#contract/messages/client/en.json" with { type: "json" };
import manager from "#contract/messages/console/en.json" with { type: "json" };
import server from "#contract/messages/server/en.json" with { type: "json" };
import { sourceFiles } from "../support/data/source-files.ts";

/** "brief.way." of "brief.way.typed": the part of an id before a name that the code fills in. */
type PrefixOf<Id> = Id extends `${infer Head}.${infer Rest}`
  ? `${Head}.` | (PrefixOf<Rest> extends infer More extends string ? `${Head}.${More}` : never)
  : never;
/** An id that the code composes: the part before the filled-in name, and optionally the part after it. */
type Composed<Ids> = readonly (readonly [prefix: PrefixOf<keyof Ids> | "", suffix?: `.${string}`])[];

/** The ids that the code composes with a name. Every other id appears in the code literally. */
const ofClient: Composed<typeof client> = [
  ["", ".stop"],
  ["", ".talk"],
  ["dictation.failed."],
  ["finished.", ".text"],
  ["finished.", ".title"],
  ["header.", ".kept"],
  ["helpers.state."],
  ["microphone.allow."],
  ["notice."],
  ["notice.", ".unkept"],
  ["reason."],
  ["reason.badge."],
  ["recording.failed."],
  ["recording.privacy."],
  ["shortText.unfit."],
  ["take."],
  ["take.waiting."],
];

const ofConsole: Composed<typeof manager> = [
  ["account.tab."],
  ["account.mail.what."],
  ["answer.reason."],
  ["audit.did."],
  ["audit.issued."],
  ["audit.group."],
  ["answer.wordless."],
  ["answerFor.why."],
  ["bulk.cause."],
  ["bulk.did."],
  ["clients.due."],
  ["clients.export."],
  ["clients.state."],
  ["deliveries.state."],
  ["deliveryCause."],
  ["field."],
  ["editor.add."],
  ["keys.helpers.state."],
  ["editor.fault."],
  ["editor.format."],
  ["editor.kind."],
  ["editor.kindHint."],
  ["editor.line."],
  ["editor.match."],
  ["editor.need."],
  ["editor.needHint."],
  ["editor.preview."],
  ["editor.profile."],
  ["editor.remove."],
  ["editor.saving."],
  ["editor.scale."],
  ["editor.showIf."],
  ["editor.value."],
  ["fields.kind."],
  ["followUp."],
  ["followUp.state."],
  ["history."],
  ["history.run."],
  ["import.count."],
  ["import.does."],
  ["import.field."],
  ["import.problem."],
  ["import.reason."],
  ["interviews.", ".title"],
  ["interviews.", ".what"],
  ["interviews.act."],
  ["interviews.source."],
  ["interviews.table."],
  ["invite.preview."],
  ["keys.state."],
  ["mailCause."],
  ["mailCheck."],
  ["mailCheckName."],
  ["mailCheckOutcome."],
  ["server.state."],
  ["mails.kind."],
  ["mails.state."],
  ["managers.role."],
  ["managers.roleHint."],
  ["managers.state."],
  ["news.mark."],
  ["openid.refused."],
  ["overview.period."],
  ["overview.step."],
  ["pin.state."],
  ["placeholder."],
  ["rail.filter."],
  ["publish."],
  ["reminderRefusal."],
  ["secondFactor.code."],
  ["secondFactor.codeHint."],
  ["secondFactor.instead."],
  ["sessions.way."],
  ["settings.links.days."],
  ["settings.logo.on."],
  ["settings.mail.security."],
  ["settings.name."],
  ["settings.reminders.gap."],
  ["settings.support."],
  ["settings.reminders.hour."],
  ["share.options."],
  ["templates.to."],
  ["timeline."],
  ["timeline.who."],
  ["timeline.why."],
  ["webhooks.answers."],
  ["webhooks.format."],
  ["webhooks.kind."],
];

const ofServer: Composed<typeof server> = [
  ["brief.reason."],
  ["brief.way."],
  ["brief.yesNo."],
  ["brief.wordless."],
  ["csv.state."],
  ["import.problem."],
  ["interview.", ".description"],
  ["interview.", ".hint1"],
  ["interview.", ".hint2"],
  ["interview.", ".hint3"],
  ["interview.", ".name"],
  ["interview.", ".probe1"],
  ["interview.", ".probe2"],
  ["interview.", ".prompt"],
  ["interview.", ".sample"],
  ["interview.", ".title"],
  ["mail.", ".subject"],
  ["mail.", ".text"],
  ["mail.act."],
  ["mail.digest."],
  ["share.", ".text"],
  ["share.", ".title"],
  ["webhook.say."],
];

/** Ids that end in the name of an event, an account act or a webhook message, which is two words joined by a dot. */
const OF_TWO_WORDS = ["audit.did.", "mail.act.", "webhook.say.", "webhooks.kind."];
const nameOf = (prefix: string) =>
  OF_TWO_WORDS.includes(prefix) ? String.raw`[\w-]+\.[\w-]+` : String.raw`[\w-]+`;
const literal = (text: string) => text.replaceAll(".", String.raw`\.`);

describe.each([
  { name: "client", ids: Object.keys(client), parts: ["web"], composed: ofClient },
  { name: "console", ids: Object.keys(manager), parts: ["console"], composed: ofConsole },
  { name: "server", ids: Object.keys(server), parts: ["server", "contract"], composed: ofServer },
])("of the catalog for the $name,", ({ ids, parts, composed }) => {
  const code = sourceFiles(...parts)
    .map(({ text }) => text)
    .join("\n");
  const isWritten = (id: string) => ['"', "'", "`"].some((quote) => code.includes(quote + id + quote));
  const patterns = composed.map(([prefix, suffix = ""]) => ({
    prefix: prefix + suffix,
    inCode: new RegExp(`\`${literal(prefix)}\\$\\{[^\`]*\\}${literal(suffix)}\``),
    ids: new RegExp(`^${literal(prefix)}${nameOf(prefix)}${literal(suffix)}$`),
  }));

  test("every message is used", () => {
    // the messages of errors have their own test below
    const checked = ids.filter((id) => !id.startsWith("error."));
    const unused = checked.filter(
      (id) => !isWritten(id) && !patterns.some((pattern) => pattern.ids.test(id)),
    );
    expect(ids.length).toBeGreaterThan(100);
    expect(unused).toEqual([]);
  });

  test("every composed id is still composed by the code, and has messages", () => {
    const gone = patterns.filter(
      (pattern) => !pattern.inCode.test(code) || !ids.some((id) => pattern.ids.test(id)),
    );
    expect(gone.map(({ prefix }) => prefix)).toEqual([]);
  });
});

test("every error sentence belongs to an existing error", () => {
  const known = new Set<string>([
    ...Object.keys(serverErrors),
    ...Object.keys(manageErrors),
    ...networkErrors,
  ]);
  const codes = Object.keys({ ...client, ...manager }).filter((id) => id.startsWith("error."));
  expect(codes.length).toBeGreaterThan(30);
  expect(codes.filter((id) => !known.has(id.slice("error.".length)))).toEqual([]);
});
