import { expect, type Page } from "@playwright/test";
import { scopeNames } from "#contract/api/scopes.ts";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { FOLLOW_UP_MAX_LENGTH } from "#contract/manage/follow-ups.ts";
import { API_TOKENS_MAX } from "#contract/manage/limits.ts";
import { type MailKind, mailKinds, mailTemplateSchema } from "#contract/manage/mail/mail.ts";
import { nameSchema, wordsSchema } from "#contract/manage/names.ts";
import { NOTE_MAX_LENGTH } from "#contract/manage/notes.ts";
import { WEBHOOKS_MAX } from "#contract/manage/webhooks/webhooks.ts";
import { addManager } from "../../../server/managers/accounts.ts";
import { addApiToken } from "../../../server/managers/api-tokens.ts";
import type { Site, TestClient } from "../service/site-process.ts";
import { onceInRecord } from "./hostile-records.ts";
import { hostileStrings, inPieces } from "./hostile-strings.ts";
import { xssVectors } from "./xss-vectors.ts";

export type HostileSite = Awaited<ReturnType<typeof fillSite>>;

/** Hostile strings that the contract accepts as names, without duplicates. */
const names = [
  ...new Set(hostileStrings.flatMap((text) => nameSchema(CLIENT_NAME_MAX_LENGTH).safeParse(text).data ?? [])),
];

/**
 * Fills a site with hostile text in every place, from a page whose manager is an administrator. Uses the console's
 * calls except where they would check a password.
 */
export async function fillSite(site: Site, page: Page) {
  async function send<Data>(method: string, path: string, data?: object): Promise<Data> {
    const headers = { "x-firsthand-console": "1" };
    const response = await page.request.fetch(`${site.url}/v1/manage${path}`, {
      method,
      headers,
      ...(data && { data }),
    });
    expect([response.status(), await response.text()]).toEqual([200, expect.any(String)]);
    return ((await response.json()) as { data: Data }).data;
  }

  const [clientName = ""] = names;
  const client = {
    ...(await send<Omit<TestClient, "clientName">>("POST", "/clients", { name: clientName, email: null })),
    clientName,
  };
  const others = names.slice(1, 41);
  for (const name of others) await send("POST", "/clients", { name, email: null });

  await site.saveAs(client, { "website-form": { url: "before" } });
  const record = onceInRecord();
  await site.saveAs(client, record);

  const path = `/clients/${client.clientId}`;
  const asked = questionsOf(builtInInterview).map(({ id }, place) => ({
    id,
    text: someWords(place * 20, FOLLOW_UP_MAX_LENGTH),
  }));
  for (const { id, text } of asked) await send("POST", `${path}/questions/${id}/follow-up`, { text });
  const notes = inPieces(hostileStrings, 20).map((_, place) => someWords(place * 20, NOTE_MAX_LENGTH));
  for (const text of notes) await send("POST", `${path}/notes`, { text });

  // these calls check a password each; storing directly gives the same result
  const { managerId } = await send<CurrentManager>("GET", "/me");
  const by = { actor: managerId, at: Date.now() };
  const managers = names.slice(0, 20);
  for (const [place, name] of managers.entries())
    await addManager(site.storage, { name, email: `hostile-${place}@example.com`, role: "manager" }, by);
  const tokens = names.slice(0, API_TOKENS_MAX);
  for (const name of tokens) await addApiToken(site.storage, { name, days: 1, scopes: scopeNames }, by);
  const addresses = xssVectors
    .slice(0, WEBHOOKS_MAX)
    .map((text) => new URL(`https://receiver.example/${text}`));
  for (const { href } of addresses)
    await send("POST", "/webhooks", { address: href, kinds: ["client.created"] });
  const words = (Object.keys(mailKinds) as MailKind[]).map((kind, place) => ({
    kind,
    ...mailWords(kind, place),
  }));
  for (const { kind, ...template } of words) await send("PUT", `/mail-templates/${kind}`, template);
  const reminder = { clientId: client.clientId, kind: "partly-done" as const, askedBy: null };
  await site.storage.mail.askForReminder({ ...reminder, askedBy: "nobody", at: Date.now(), notSince: 0 }, []);

  const kept = addresses.map(({ href }) => href.replace(/#.*$/, ""));
  return { client, others, record, asked, notes, managers, tokens, addresses: kept, words };
}

/** As many texts as fit, from one of them on, in the form in which the contract stores them. */
function someWords(from: number, maxLength: number): string {
  const whole = [...hostileStrings.slice(from), ...xssVectors].filter((text) => text.isWellFormed());
  return wordsSchema(maxLength).parse(whole.slice(0, 20).join("\n").slice(0, maxLength).toWellFormed());
}

function mailWords(kind: MailKind, place: number) {
  const seen = xssVectors.filter((text) => mailTemplateSchema.safeParse({ subject: text, text }).success);
  const plain = seen.filter((text) => !/\{\{|\}\}/.test(text));
  // the placeholders without which each mail is refused
  const led = mailKinds[kind].to === "client" ? "{{link}}" : "";
  const needed: { [Kind in MailKind]?: string } = {
    "follow-up": "{{questions}}\n{{link}}",
    "sign-in-link": "{{links}}",
    digest: "{{digest}}",
    "manager-invited": "{{link}}",
    "password-link": "{{link}}",
  };
  return {
    subject: plain[place] ?? "",
    text: `${needed[kind] ?? led}\n${plain.slice(place).join("\n")}`.trim(),
  };
}
