import { stringify } from "csv-stringify/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scopeNames } from "#contract/api/scopes.ts";
import type { ApiToken, Manager } from "#contract/manage/accounts.ts";
import type { Client, ClientList } from "#contract/manage/clients.ts";
import type { FollowUps } from "#contract/manage/follow-ups.ts";
import type { ImportResult } from "#contract/manage/import.ts";
import { SEARCH_MAX_LENGTH } from "#contract/manage/limits.ts";
import type { ShownTemplate } from "#contract/manage/mail/mail.ts";
import type { Note } from "#contract/manage/notes.ts";
import type { Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { type ConsoleCaller, consoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import { someHostileStrings } from "../../support/security/hostile-strings.ts";
import { countTried } from "../../support/security/security-counts.ts";
import { type Service, startService } from "../../support/service/service.ts";

const texts = someHostileStrings();
const trimmed = (text: string) => text.trim();

let service: Service;
let admin: ConsoleCaller;
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());

/** A text field: how to write it, and what it then contains. */
type Field = {
  write: (text: string) => Promise<Response>;
  /** Reads the field after a successful write, whose answer is given. */
  read: (answer: unknown) => Promise<string | null | undefined>;
  /** The text as the contract stores it. */
  kept: (text: string) => string;
};

const refusals = [400, 409, 422];

/** Expects each text to be stored as the contract says or refused as a whole. Returns how many were stored. */
async function countKept({ write, read, kept }: Field): Promise<number> {
  let count = 0;
  for (const text of texts) {
    const response = await write(text);
    const answer: unknown = await response.json();
    if (response.status === 200) {
      expect(await read(answer)).toBe(kept(text));
      count++;
    } else expect(refusals).toContain(response.status);
  }
  countTried("hostile texts written to the manager's side", texts.length);
  return count;
}

describe("the server stores each hostile text exactly or refuses all of it, as", () => {
  test("a client's name, which finds the client", async () => {
    const { clientId } = await service.addClient();
    const field: Field = {
      write: (name) => admin.call("PUT", `/clients/${clientId}`, { name, email: null }),
      async read() {
        const { name } = await admin.read<Client>(`/clients/${clientId}`);
        const query = new URLSearchParams({ search: name.slice(0, SEARCH_MAX_LENGTH) });
        const { clients } = await admin.read<ClientList>(`/clients?${query}`);
        expect(clients.map((client) => client.clientId)).toContain(clientId);
        return name;
      },
      kept: trimmed,
    };
    expect(await countKept(field)).toBeGreaterThan(texts.length / 2);
  });

  test("a client's email address", async () => {
    const { clientId } = await service.addClient();
    const field: Field = {
      write: (text) =>
        admin.call("PUT", `/clients/${clientId}`, { name: "Rosa", email: `${text}@example.com` }),
      read: async () => (await admin.read<Client>(`/clients/${clientId}`)).email,
      kept: (text) => `${text}@example.com`.trim().toLowerCase(),
    };
    expect(await countKept(field)).toBeGreaterThan(0);
  });

  test("an account manager's name", async () => {
    const { managerId, role } = await consoleCaller(service);
    const field: Field = {
      write: (name) => admin.call("PUT", `/managers/${managerId}`, { name, role }),
      async read() {
        const { managers } = await admin.read<{ managers: Manager[] }>("/managers");
        return managers.find((manager) => manager.managerId === managerId)?.name;
      },
      kept: trimmed,
    };
    expect(await countKept(field)).toBeGreaterThan(texts.length / 2);
  });

  test("a note", async () => {
    const { clientId } = await service.addClient();
    const notes = `/clients/${clientId}/notes`;
    await admin.call("POST", notes, { text: "first" });
    const current = async () => (await admin.read<{ notes: Note[] }>(notes)).notes[0];
    const noteId = (await current())?.noteId;
    const field: Field = {
      write: async (text) =>
        admin.call("PUT", `${notes}/${noteId}`, { text, version: (await current())?.version }),
      read: async () => (await current())?.text,
      kept: trimmed,
    };
    expect(await countKept(field)).toBeGreaterThan(texts.length / 2);
  });

  test("a follow-up, for manager and client", async () => {
    let client = await service.signIn();
    const field: Field = {
      async write(text) {
        client = await service.signIn();
        return admin.call("POST", `/clients/${client.clientId}/questions/website-info/follow-up`, { text });
      },
      async read() {
        const asked = await service.call("GET", "/v1/onboarding/follow-ups", { token: client.token });
        const { followUps } = await admin.read<FollowUps>(`/clients/${client.clientId}/follow-ups`);
        const text = followUps.find(({ question }) => question === "website-info")?.entries[0]?.text;
        expect(await asked.json()).toMatchObject({ data: [{ text }] });
        return text;
      },
      kept: trimmed,
    };
    expect(await countKept(field)).toBeGreaterThan(texts.length / 2);
  });

  test("the name of an API token", async () => {
    const tokens = "/me/tokens";
    const field: Field = {
      write: (name) => admin.call("POST", tokens, { name, days: 1, scopes: scopeNames, password: PASSWORD }),
      async read(answer) {
        const { tokenId } = (answer as { data: ApiToken }).data;
        const listed = await admin.read<{ tokens: ApiToken[] }>(tokens);
        await admin.send("DELETE", `${tokens}/${tokenId}`);
        return listed.tokens.find((token) => token.tokenId === tokenId)?.name;
      },
      kept: trimmed,
    };
    expect(await countKept(field)).toBeGreaterThan(texts.length / 2);
  });

  test("a webhook's address, in its normalized form", async () => {
    const field: Field = {
      write: (text) =>
        admin.call("POST", "/webhooks", {
          address: `https://receiver.example/${text}`,
          kinds: ["client.created"],
        }),
      async read(answer) {
        const { webhookId } = (answer as { data: Webhook }).data;
        const { webhooks } = await admin.read<{ webhooks: Webhook[] }>("/webhooks");
        await admin.send("DELETE", `/webhooks/${webhookId}`);
        return webhooks.find((webhook) => webhook.webhookId === webhookId)?.address;
      },
      kept: (text) => new URL(`https://receiver.example/${text}`).href.replace(/#.*$/s, ""),
    };
    expect(await countKept(field)).toBeGreaterThan(texts.length / 2);
  });

  test("a webhook's whole address: none is valid", async () => {
    const add = (address: string) => admin.call("POST", "/webhooks", { address, kinds: ["client.created"] });
    const statuses = new Set((await Promise.all(texts.map(add))).map(({ status }) => status));
    expect([...statuses].filter((status) => !refusals.includes(status))).toEqual([]);
  });

  test.each(["subject", "text"] as const)("the %s of a mail", async (part) => {
    const words = { subject: "Hello", text: "Hello" };
    const path = "/mail-templates/stuck";
    const field: Field = {
      write: (text) => admin.call("PUT", path, { ...words, [part]: text }),
      async read() {
        const { templates } = await admin.read<{ templates: ShownTemplate[] }>("/mail-templates");
        return templates.find(({ kind }) => kind === "stuck")?.[part];
      },
      kept: (text) => text.replaceAll("\r\n", "\n").trim(),
    };
    expect(await countKept(field)).toBeGreaterThan(texts.length / 3);
  });

  test("a name in a table of clients", async () => {
    const field: Field = {
      write: (name) =>
        admin.call("POST", "/clients/import", { csv: stringify([["name"], [name]], { quoted: true }) }),
      read: async (answer) => (answer as { data: ImportResult }).data.issued[0]?.name,
      kept: trimmed,
    };
    expect(await countKept(field)).toBeGreaterThan(texts.length / 2);
  });

  test("a table of clients", async () => {
    for (const csv of texts) {
      for (const path of ["/clients/import/preview", "/clients/import"])
        expect((await admin.call("POST", path, { csv: `name\n${csv}` })).status).toBeLessThan(500);
    }
    countTried("hostile texts written to the manager's side", 2 * texts.length);
  });
});

test("hostile text in a URL is answered, whatever it is", async () => {
  for (const text of texts) {
    // a lone surrogate has no form in an address
    const word = encodeURIComponent(text.toWellFormed());
    const paths = [
      `/clients?search=${word}`,
      `/clients/${word}`,
      `/audit?from=${word}`,
      `/mails?from=${word}`,
    ];
    for (const path of paths) expect((await admin.call("GET", path)).status).toBeLessThan(500);
  }
  countTried("hostile texts in addresses", 4 * texts.length);
});

test("no error occurred, each log line is one record, and none contains any of the texts", () => {
  const { logLines } = service;
  const logged = logLines.map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
  for (const line of logLines) expect(line.trimEnd()).not.toMatch(/[\n\r\u2028\u2029]/);
  const log = logLines.join("");
  const telling = texts.filter((text) => text.length >= 12);
  expect(
    telling.filter((text) => log.includes(JSON.stringify(text).slice(1, -1)) || log.includes(text)),
  ).toEqual([]);
});
