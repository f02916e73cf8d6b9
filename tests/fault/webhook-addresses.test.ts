import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR_MS } from "#contract/instants.ts";
import type { EgressPolicy } from "../../server/outgoing/egress-policy.ts";
import { webhookEgressPolicy } from "../../server/outgoing/egress-policy.ts";
import { fakeLookup } from "../support/fakes/fake-lookup.ts";
import { type WebhookReceiver, webhookReceiver } from "../support/peers/webhook-receiver.ts";
import { type WebhookService, webhookService } from "../support/service/webhook-service.ts";

const NAME = "receiver.test";
/** Both addresses are on this machine; these tests treat one as public and the other as private. */
const PUBLIC = "127.0.0.2";
const PRIVATE = "127.0.0.1";
const divided: EgressPolicy = { allows: (address) => address === PUBLIC, allowsPlainHttp: true };

let service: WebhookService;
let receiver: WebhookReceiver;
let webhookId: string;
afterEach(async () => {
  await service.close();
  await receiver.close();
});

async function deliverTo(address: string) {
  const webhook = await service.addWebhook(address, ["client.created"]);
  receiver.trust(webhook.secret);
  ({ webhookId } = webhook);
  await service.addClient();
}
async function lineAfter(attempts: number) {
  const [line] = await service.logOnce(webhookId, ([first]) => first?.attempts === attempts);
  return line;
}

describe("a name server", () => {
  const start = async (host: string, ...answers: string[][]) => {
    receiver = await webhookReceiver({ host });
    const names = fakeLookup(NAME, ...answers);
    service = await webhookService({ lookup: names.lookup, reach: divided });
    await deliverTo(`http://${NAME}:${receiver.port}/hook`);
    return names;
  };

  test("that answers with a public address and then with a private one leads to the public one", async () => {
    const names = await start(PUBLIC, [PUBLIC], [PRIVATE]);
    expect(await lineAfter(1)).toMatchObject({ state: "delivered" });
    expect([names.asked(), receiver.received.length]).toEqual([1, 1]);
  });

  test("that answers with a private address later is refused then", async () => {
    await start(PRIVATE, [PUBLIC], [PRIVATE]);
    // no one listens at the public address
    expect(await lineAfter(1)).toMatchObject({ state: "waiting", cause: "connection-refused" });
    service.time.now += HOUR_MS;
    expect(await lineAfter(2)).toMatchObject({ state: "waiting", cause: "address-refused" });
    expect(receiver.connections()).toBe(0);
  });

  test.each([
    ["behind a public one", [PUBLIC, PRIVATE]],
    ["before a public one", [PRIVATE, PUBLIC]],
    ["as IPv6", [PUBLIC, `::ffff:${PRIVATE}`]],
  ])("that answers with a private address %s gets no connection", async (_where, answer) => {
    await start(PUBLIC, answer);
    expect(await lineAfter(1)).toMatchObject({ state: "waiting", cause: "address-refused", status: null });
    expect(receiver.connections()).toBe(0);
  });
});

describe("when the operator allows one range", () => {
  beforeEach(async () => {
    receiver = await webhookReceiver({ host: PUBLIC });
    service = await webhookService({ reach: webhookEgressPolicy([PUBLIC]) });
  });

  test("a receiver within it gets deliveries, also over plain http", async () => {
    await deliverTo(receiver.url);
    expect(await lineAfter(1)).toMatchObject({ state: "delivered" });
  });

  test("no other address of this machine is accepted, or reached by a name", async () => {
    const elsewhere = `http://${PRIVATE}:${receiver.port}/`;
    await expect(service.addWebhook(elsewhere)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await deliverTo(`http://localhost:${receiver.port}/`);
    expect(await lineAfter(1)).toMatchObject({ state: "waiting", cause: "address-refused" });
    expect(receiver.connections()).toBe(0);
  });
});

describe("when only public addresses are allowed, the machine itself cannot be reached", () => {
  test.each([
    ["by its name", "localhost"],
    ["by its number", "127.0.0.1"],
    ["by a spelling of it", "0x7f.1"],
    ["by IPv6", "[::ffff:127.0.0.1]"],
  ])("%s, even by an existing webhook", async (_how, host) => {
    receiver = await webhookReceiver();
    service = await webhookService({
      reach: { ...webhookEgressPolicy("public"), allowsPlainHttp: true },
    });
    const { storage, time } = service;
    const old = {
      webhookId: "wh_old",
      kinds: ["client.created" as const],
      format: "standard" as const,
      answers: "none" as const,
      madeBy: null,
      createdAt: time.now,
    };
    const address = `http://${host}:${receiver.port}/`;
    await storage.webhooks.add({ ...old, address, secret: "whsec_AAAA" }, 20, []);
    webhookId = old.webhookId;
    await service.addClient();
    expect(await lineAfter(1)).toMatchObject({ state: "waiting", cause: "address-refused" });
    expect(receiver.connections()).toBe(0);
  });

  test("and plain http is not used", async () => {
    receiver = await webhookReceiver();
    service = await webhookService();
    await deliverTo(receiver.url);
    await lineAfter(1);
    const before = receiver.connections();
    service.sending.reach = { ...service.sending.reach, allowsPlainHttp: false };
    const { storage } = service;
    await storage.deliveries.redeliver(
      { webhookId, messageId: receiver.ids()[0] ?? "", at: service.time.now },
      [],
    );
    await service.restartWorker();
    await service.logOnce(webhookId, ([line]) => line?.cause === "plain-http");
    expect(receiver.connections()).toBe(before);
  });
});

describe("over TLS", () => {
  const certificate = (name: string) =>
    readFileSync(join(import.meta.dirname, "../certificates", name), "utf8");
  const key = certificate("key.pem");
  const authorities = getCACertificates("default");
  beforeEach(() => setDefaultCACertificates([certificate("receiver.pem"), certificate("expired.pem")]));
  afterEach(() => setDefaultCACertificates(authorities));

  const start = async (cert: string, name = NAME) => {
    receiver = await webhookReceiver({ tls: { key, cert: certificate(cert) } });
    service = await webhookService({ lookup: fakeLookup(name, [PRIVATE]).lookup });
    await deliverTo(`https://${name}:${receiver.port}/hook`);
    return lineAfter(1);
  };

  test("a message is delivered", async () => {
    expect(await start("receiver.pem")).toMatchObject({ state: "delivered" });
    expect(receiver.problems).toEqual([]);
  });

  test("an expired certificate is reported as such, and nothing is sent", async () => {
    expect(await start("expired.pem")).toMatchObject({ state: "waiting", cause: "certificate-expired" });
    expect(receiver.received).toEqual([]);
  });

  test("a certificate for another host is reported as such, and nothing is sent", async () => {
    const line = await start("receiver.pem", "other.test");
    expect(line).toMatchObject({ state: "waiting", cause: "certificate-other-host" });
    expect(receiver.received).toEqual([]);
  });

  test("an untrusted certificate is reported as such, and nothing is sent", async () => {
    setDefaultCACertificates(authorities);
    const line = await start("receiver.pem");
    expect(line).toMatchObject({ state: "waiting", cause: "certificate-untrusted" });
    expect(receiver.received).toEqual([]);
  });

  test("a receiver that speaks plain http is reported as such", async () => {
    receiver = await webhookReceiver();
    service = await webhookService({ lookup: fakeLookup(NAME, [PRIVATE]).lookup });
    await deliverTo(`https://${NAME}:${receiver.port}/hook`);
    expect(await lineAfter(1)).toMatchObject({ state: "waiting", cause: "tls-failed" });
  });
});
