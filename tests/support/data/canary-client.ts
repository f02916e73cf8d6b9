import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "#contract/instants.ts";
import { WEBHOOKS_MAX } from "#contract/manage/webhooks/webhooks.ts";
import { addClient, addPasskey } from "../../../server/access-keys/issue-key.ts";
import { addHelper } from "../../../server/helping/helping.ts";
import { addManager } from "../../../server/managers/accounts.ts";
import type { Installation } from "../../../server/open-installation.ts";
import { setPin } from "../../../server/pins/set-pin.ts";
import { saveRecord } from "../../../server/records/save-record.ts";
import { openSession } from "../../../server/sessions/sessions.ts";
import type { Config } from "../../../server/settings/config.ts";
import { openSqlite } from "../../../server/storage/sqlite/sqlite.ts";
import type { Storage } from "../../../server/storage/storage.ts";
import type { NewWebhook } from "../../../server/storage/webhooks/webhooks.ts";
import { fullRecord } from "./full-record.ts";
import { queueTake } from "./queued-take.ts";

/** A word to search for wherever data of a client may be left. */
export const CANARY = "Kanarienvogel";

const SOUND_BYTES = 700_000;

/** Adds a client with data in every table, and with this word in all of it. */
export async function addCanaryClient(installation: Installation, config: Config, word = CANARY) {
  const { storage, audio } = installation;
  const now = Date.now();
  await storage.webhooks.add(listener(now), WEBHOOKS_MAX, []);
  const { clientId, keyId, accessKey } = await addClient(
    { ...installation, now },
    {
      name: `${word} Bakery`,
      email: `${word}@example.com`,
      contact: `${word} Marin`,
      externalId: `${word}-1`,
      phone: `${word} 1`,
      website: `${word}.example`,
      tags: ["Website"],
    },
  );
  const key = await storage.accessKeys.find(keyId);
  if (!key) throw new Error("The key that was issued is not there");
  await openSession(storage, { key, now, requestId: "canary" });
  const passkey = { credentialId: `of ${clientId}`, publicKey: "cose", uses: 0, device: null };
  await addPasskey({ ...installation, now, actor: { actor: clientId, at: now } }, clientId, passkey);
  const helper = { name: `${word} Lopes`, sectionId: "money-admin", seesAll: false };
  await addHelper({ ...installation, now, actor: { actor: clientId, at: now }, clientId }, helper);
  const pin = await setPin(installation, clientId, { actor: "operator", at: now });
  const waiting = { clientId, takeId: crypto.randomUUID() };
  const heard = { clientId, takeId: crypto.randomUUID() };
  for (let revision = 1; revision <= 4; revision++)
    await save(installation, { clientId, heard, revision, word });
  await read(storage, { clientId, word });
  const sound = Buffer.alloc(SOUND_BYTES, `${word} sings `);
  await queueTake(config.databaseFile, waiting, { sound, now });
  await queueTake(config.databaseFile, heard, { sound, now });
  await audio.put(heard, sound);
  await settle(config.databaseFile, heard.takeId, word);
  await mail(installation, clientId);
  await answer(installation, clientId, word);
  return { clientId, accessKey, pin, waiting, heard, sound };
}

/** A webhook for messages about the client; the test never sends them. */
function listener(createdAt: number): NewWebhook {
  return {
    webhookId: `wh_${crypto.randomUUID()}`,
    address: "https://example.com/hook",
    kinds: ["client.created", "record.submitted"],
    format: "standard",
    answers: "none",
    secret: "whsec_none",
    madeBy: null,
    createdAt,
  };
}

/** Adds what a manager leaves behind: follow-up, mailing, note, draft, share and read marker. */
async function read(storage: Storage, { clientId, word }: { clientId: string; word: string }) {
  const at = Date.now();
  const account = { name: "Mia", email: `${clientId}@example.com`, role: "manager" } as const;
  const link = await addManager(storage, account, { actor: "operator", at });
  const asking = { clientId, questionId: "team-description", managerId: link?.managerId ?? "", at };
  await storage.followUps.ask({ ...asking, text: `What does a ${word} sing?`, isMailed: true }, []);
  const { managerId } = asking;
  const act = { action: "invite", words: `Tell us what a ${word} eats.` } as const;
  await storage.bulk.start({
    bulkId: `bk_${crypto.randomUUID()}`,
    managerId,
    act,
    clientIds: [clientId],
    at,
  });
  await storage.notes.add({ noteId: `nt_${clientId}`, clientId, managerId, text: `Likes a ${word}`, at }, []);
  await storage.drafts.save({ ...asking, text: `Does a ${word}`, readAt: null });
  await storage.shares.add(
    {
      shareId: `sh_${clientId}`,
      clientId,
      tokenHash: `share of ${clientId}`,
      madeBy: managerId,
      recipient: `A friend of ${word}`,
      options: { recordings: false, contact: true, followUps: true },
      at,
      expiresAt: at + DAY_MS,
    },
    [],
  );
  await fill(storage, clientId, word);
  await storage.readMarkers.put({ clientId, managerId, revision: 4, at, marksOf: () => [] });
}

/** Fills one sealed field and one plain one. */
async function fill(storage: Storage, clientId: string, word: string): Promise<void> {
  const at = Date.now();
  const fields = [
    { fieldId: `fd_text_${clientId}`, name: `Text ${clientId}`, kind: "text", options: [] },
    { fieldId: `fd_choice_${clientId}`, name: `Choice ${clientId}`, kind: "choice", options: ["A"] },
  ] as const;
  for (const field of fields) await storage.fields.add({ ...field, options: [...field.options] }, at, []);
  const values = fields.map(({ fieldId, kind }) => ({ fieldId, kind, value: word }));
  await storage.clients.patch({ clientId, facts: {}, fields: values, at, events: [] });
}

type Saved = { clientId: string; heard: { takeId: string }; revision: number; word: string };

async function save({ storage, book }: Installation, { clientId, heard, revision, word }: Saved) {
  const text = `${revision}: ${word} `.repeat(1_000);
  const data = {
    ...fullRecord(() => text),
    "booking-process": { responses: [{ id: heard.takeId, type: "audio" as const, content: text }] },
  };
  const request = { data, submit: revision % 2 === 0 };
  const idempotencyKey = `${clientId}-${revision}`;
  const saving = {
    clientId,
    now: Date.now(),
    requestId: "canary",
    expectedRevision: undefined,
    idempotencyKey,
  };
  await saveRecord(storage, book.current(), request, saving);
}

/** Stores the answer of a call about the client, and of a call about many clients. */
async function answer({ storage }: Installation, clientId: string, word: string): Promise<void> {
  const { repeatableCalls } = storage;
  const begun = { caller: "a-token", requestHash: "a-request", at: Date.now(), keptSince: 0 };
  for (const about of [clientId, undefined]) {
    const keyHash = `${clientId} ${about}`;
    await repeatableCalls.begin({ ...begun, keyHash, clientId: about });
    await repeatableCalls.keepAnswer({ ...begun, keyHash, answer: `for ${word}`, clientId: about });
  }
}

/** Adds what mail stores about a client, even if no mail is ever sent. */
async function mail({ storage }: Installation, clientId: string): Promise<void> {
  const at = Date.now();
  const reminder = { clientId, kind: "partly-done" as const, askedBy: "mg_1", at, notSince: at };
  await storage.mail.askForReminder(reminder, []);
  await storage.mail.optOut({ clientId, at }, []);
}

async function settle(databaseFile: string, takeId: string, word: string): Promise<void> {
  const engine = await openSqlite(databaseFile);
  await engine.write(async (db) => {
    const transcript = new TextEncoder().encode(`what the ${word} sang`);
    const changes = { state: "transcribed" as const, transcript, duration_ms: 4_400 };
    await db.updateTable("takes").set(changes).where("take_id", "=", takeId).execute();
    await db.deleteFrom("jobs").where("dedupe_key", "like", `%/${takeId}`).execute();
  });
  await engine.close();
}

/** Every file in a folder that contains this word, with the number of occurrences. */
export function filesWith(folder: string, word = CANARY): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map(
      (name) => [name, readFileSync(join(folder, name)).toString("latin1").split(word).length - 1] as const,
    )
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name}: ${count}`);
}
