import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/instants.ts";
import {
  EXCHANGE_FAILURES_PER_MINUTE,
  LINK_MAILS_PER_DAY,
  LINK_REQUESTS_PER_HOUR,
  LINK_REQUESTS_PER_HOUR_OF_ADDRESS,
  SIGN_IN_LINK_DAYS,
} from "#contract/limits.ts";
import { addClient, issueLinkKey } from "../../server/access-keys/issue-key.ts";
import { eraseClient } from "../../server/clients/erase-client.ts";
import { createPasswordHasher } from "../../server/managers/passwords.ts";
import { setPin } from "../../server/pins/set-pin.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { type MailServer, mailServer, PASSWORD, USER } from "../support/peers/mail-server.ts";
import { type Service, startService } from "../support/service/service.ts";

const EMAIL = "rosa@bakery.example";
const HIDDEN = "r•••@bakery.example";
const MAILED_KEY = /#key=(fh_[0-9A-Z_]+)/;

let server: MailServer;
let service: Service;
let client: { clientId: string; accessKey: string };
beforeEach(async () => {
  server = await mailServer();
  service = await serviceWith({});
  client = await addMailed("Rosa's Bakery");
});
afterEach(async () => {
  await service.mail.worker.stop();
  await service.close();
  await server.close();
});

/** A service that sends its mail to the mail server. */
function serviceWith(env: NodeJS.ProcessEnv): Promise<Service> {
  return startService({
    env: {
      FIRSTHAND_SMTP_URL: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}`,
      FIRSTHAND_MAIL_FROM: "Acme <hello@acme.example>",
      FIRSTHAND_PROVIDER_NAME: "Acme",
      ...env,
    },
  });
}

function addMailed(name: string, email: string | null = EMAIL) {
  return addClient({ ...service, now: service.time.now }, { name, email });
}

async function newLink(clientId = client.clientId): Promise<string> {
  const issuing = { ...service, now: service.time.now };
  return (await issueLinkKey(issuing, { clientId, days: SIGN_IN_LINK_DAYS })).accessKey;
}

/** A browser, which stores its cookie. */
function browser() {
  let cookie = "";
  return {
    cookie: () => cookie,
    async exchange(key: string, pin?: string) {
      const response = await service.call("POST", "/v1/auth/exchange", {
        body: { key, ...(pin !== undefined && { pin }) },
        ...(cookie !== "" && { headers: { cookie } }),
      });
      cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
      const body = (await response.json()) as { code?: string; data?: { clientId: string } };
      return { status: response.status, ...body };
    },
  };
}

const askFor = async (body: object) => {
  const response = await service.call("POST", "/v1/auth/link", { body });
  const answer = (await response.json()) as { code?: string; data?: { sentTo: string | null } };
  return { status: response.status, code: answer.code, sentTo: answer.data?.sentTo };
};
const mailed = (count: number) => vi.waitFor(() => expect(server.taken).toHaveLength(count));
const lastText = () => server.taken.at(-1)?.mail.text ?? "";

describe("a sign-in link", () => {
  test("signs in the first browser that uses it, any number of times, and no other", async () => {
    const key = await newLink();
    const [first, other] = [browser(), browser()];
    expect(await first.exchange(key)).toMatchObject({ status: 200, data: { clientId: client.clientId } });
    expect(await first.exchange(key)).toMatchObject({ status: 200 });
    expect(await other.exchange(key)).toMatchObject({ status: 401, code: "LINK_USED" });
    expect(other.cookie()).toBe("");
  });

  test("sets a cookie that no script reads, no other site sends, and that lasts; a lasting key sets none", async () => {
    const exchanged = await service.call("POST", "/v1/auth/exchange", { body: { key: await newLink() } });
    const cookie = exchanged.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /^firsthand-browser=[A-Za-z0-9_-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const lasting = await service.call("POST", "/v1/auth/exchange", { body: { key: client.accessKey } });
    expect([lasting.status, lasting.headers.get("set-cookie")]).toEqual([200, null]);
  });

  test("expires after its days, and says so only to a caller with its whole key", async () => {
    const key = await newLink();
    service.time.now += SIGN_IN_LINK_DAYS * DAY_MS;
    expect(await browser().exchange(key)).toMatchObject({ status: 401, code: "LINK_EXPIRED" });
    const cut = key.slice(0, -8);
    const other = key.replace(/.{5}$/, (end) => [...end].reverse().join(""));
    for (const wrong of [cut, other, `${key}0`])
      expect(await browser().exchange(wrong)).toMatchObject({ status: 401, code: "INVALID_ACCESS_KEY" });
  });

  test("requires the PIN, and is not bound by a wrong one", async () => {
    const pin = await newPin();
    const key = await newLink();
    const stranger = browser();
    expect(await stranger.exchange(key)).toMatchObject({ code: "PIN_REQUIRED" });
    expect(await stranger.exchange(key, "000000")).toMatchObject({ code: "PIN_WRONG" });
    expect(await browser().exchange(key, pin)).toMatchObject({ status: 200 });
    expect(await stranger.exchange(key, pin)).toMatchObject({ code: "LINK_USED" });
  });

  test("of an erased client opens nothing", async () => {
    const key = await newLink();
    await browser().exchange(key);
    await eraseClient(service, { ...client, at: service.time.now, by: { actor: "operator" } });
    expect(await browser().exchange(key)).toMatchObject({ status: 401, code: "INVALID_ACCESS_KEY" });
    expect(await askFor({ key })).toMatchObject({ status: 401, code: "INVALID_ACCESS_KEY" });
  });

  test("that is revoked no longer works, and its sessions end", async () => {
    const key = await newLink();
    const first = browser();
    await first.exchange(key);
    const keys = await service.storage.accessKeys.list(client.clientId);
    const link = keys.find(({ kind }) => kind === "mailed");
    await service.storage.accessKeys.revoke(link?.keyId ?? "", service.time.now, []);
    expect(await first.exchange(key)).toMatchObject({ status: 401, code: "LINK_EXPIRED" });
  });

  test("is in no log", async () => {
    const key = await newLink();
    const first = browser();
    await first.exchange(key);
    await browser().exchange(key);
    const secret = key.replaceAll("_", "").slice(7);
    const cookie = first.cookie().split("=")[1] ?? "";
    const output = [...service.logLines, JSON.stringify(auditTrail(service))].join("\n").replaceAll("_", "");
    expect(output).toContain("key.issued");
    expect([output.includes(secret), output.includes(cookie.replaceAll("_", ""))]).toEqual([false, false]);
  });
});

async function newPin(): Promise<string | undefined> {
  const passwords = createPasswordHasher({ N: 2 ** 10, r: 8, p: 1 });
  return setPin({ ...service, passwords }, client.clientId, { actor: "operator", at: service.time.now });
}

describe("a new link", () => {
  test("is mailed to the holder of a used or expired one, at the client's address, which is shown mostly hidden", async () => {
    const key = await newLink();
    await browser().exchange(key);
    expect(await askFor({ key })).toEqual({ status: 202, code: undefined, sentTo: HIDDEN });
    await mailed(1);
    const { mail, to } = server.onlyMail();
    expect([mail.subject, to]).toEqual(["Your Acme sign-in link", [EMAIL]]);
    expect(mail.headers.some(({ key: name }) => name === "list-unsubscribe")).toBe(false);
    const [, link = ""] = MAILED_KEY.exec(lastText()) ?? [];
    expect(await browser().exchange(link)).toMatchObject({
      status: 200,
      data: { clientId: client.clientId },
    });
  });

  test("is mailed by address, with one link for each client of it", async () => {
    service.time.now += 1;
    const second = await addMailed("Rosa's Café");
    expect(await askFor({ email: " Rosa@Bakery.example " })).toEqual({ status: 202, sentTo: null });
    await mailed(1);
    const links = [...lastText().matchAll(new RegExp(MAILED_KEY, "g"))].map(([, key = ""]) => key);
    const ids = await Promise.all(links.map(async (key) => (await browser().exchange(key)).data?.clientId));
    expect(ids).toEqual([client.clientId, second.clientId]);
    expect(lastText()).toMatch(/Rosa's Bakery\nhttp.*\n\nRosa's Café\nhttp/);
  });

  test("for an unknown address gets the same answer, and no mail is sent", async () => {
    const unknown = await askFor({ email: "someone@else.example" });
    await askFor({ email: EMAIL });
    await mailed(1);
    expect(unknown).toEqual({ status: 202, sentTo: null });
    expect(server.recipients()).toEqual([EMAIL]);
    expect(service.logLines.join("\n")).not.toMatch(/someone@else|rosa@bakery/);
  });

  test(`is mailed once in ten minutes, and ${LINK_MAILS_PER_DAY} times a day`, async () => {
    const key = await newLink();
    for (let count = 1; count <= LINK_MAILS_PER_DAY; count++) {
      expect(await askFor({ key })).toMatchObject({ status: 202, sentTo: HIDDEN });
      expect(await askFor({ key })).toMatchObject({ status: 202, sentTo: HIDDEN });
      await mailed(count);
      service.time.now += 11 * MINUTE_MS;
    }
    expect(await askFor({ key })).toMatchObject({ status: 429, code: "RATE_LIMITED" });
    service.time.now += DAY_MS;
    expect(await askFor({ key })).toMatchObject({ status: 202 });
    await mailed(LINK_MAILS_PER_DAY + 1);
  });

  test("can be requested a limited number of times per address, and per caller", async () => {
    for (let count = 0; count < LINK_REQUESTS_PER_HOUR_OF_ADDRESS + 2; count++)
      expect(await askFor({ email: EMAIL })).toMatchObject({ status: 202 });
    const answers: number[] = [];
    for (let count = 0; count < LINK_REQUESTS_PER_HOUR; count++)
      answers.push((await askFor({ email: `a${count}@b.example` })).status);
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(202));
    expect(answers.at(-1)).toBe(429);
    await mailed(1);
  });

  test("is not mailed to a client whose every key was revoked, or who has no address", async () => {
    const key = await newLink();
    await service.storage.clients.change(client.clientId, { email: null }, []);
    // the change of the address ended the link
    expect(await askFor({ key })).toMatchObject({ status: 401 });
    const unreachable = await newLink();
    expect(await askFor({ key: unreachable })).toMatchObject({ status: 409, code: "LINK_NOT_SENT" });
    await service.storage.clients.change(client.clientId, { email: EMAIL }, []);
    const last = await newLink();
    for (const { keyId } of await service.storage.accessKeys.list(client.clientId))
      await service.storage.accessKeys.revoke(keyId, service.time.now, []);
    expect(await askFor({ key: last })).toMatchObject({ status: 409, code: "LINK_NOT_SENT" });
  });

  test("cannot be requested with a lasting key, or by guessing", async () => {
    expect(await askFor({ key: client.accessKey })).toMatchObject({
      status: 401,
      code: "INVALID_ACCESS_KEY",
    });
    for (const body of [
      {},
      { key: "" },
      { email: "no address" },
      { key: "a", email: EMAIL },
      { email: `${"a".repeat(300)}@b.example` },
      [],
    ])
      expect(await askFor(body)).toMatchObject({ status: 422, code: "VALIDATION_ERROR" });
    expect(server.taken).toEqual([]);
  });
});

describe("where mails contain no links", () => {
  test.each([
    ["links are switched off", { FIRSTHAND_SIGN_IN_LINKS: "off" }],
    ["there is no mail server", { FIRSTHAND_SMTP_URL: "", FIRSTHAND_MAIL_FROM: "" }],
  ])("since %s, a new link is refused by key and ignored by address", async (_, env) => {
    const key = await newLink();
    await service.mail.worker.stop();
    await service.close();
    service = await serviceWith(env);
    client = await addMailed("Rosa's Bakery");
    expect(await askFor({ key: await newLink() })).toMatchObject({ status: 409, code: "LINK_NOT_SENT" });
    expect(await askFor({ email: EMAIL })).toMatchObject({ status: 202, sentTo: null });
    expect(await askFor({ key })).toMatchObject({ status: 401 });
    expect(server.taken).toEqual([]);
  });
});

test("wrong keys of links count as failures, like any wrong key", async () => {
  const statuses: number[] = [];
  for (let count = 0; count <= EXCHANGE_FAILURES_PER_MINUTE; count++)
    statuses.push((await browser().exchange("fh_no")).status);
  expect(statuses.at(-1)).toBe(429);
  expect(await browser().exchange(await newLink())).toMatchObject({ status: 200 });
  service.time.now += HOUR_MS;
});
