import { hash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AccessKeyKind } from "#contract/api/access-key.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { authWires } from "#contract/api/wires/auth.ts";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { LINK_REQUESTS_PER_HOUR, LINK_REQUESTS_PER_HOUR_OF_ADDRESS } from "#contract/limits.ts";
import { verifyKey } from "../access-keys/verify-key.ts";
import { CatalogError } from "../http/errors.ts";
import { serve, withWire } from "../http/serve.ts";
import { createLimit, throwIfLimited } from "../limits/limit.ts";
import { askForLinks, hiddenAddress } from "../mail/ask-for-links.ts";
import type { Dependencies } from "./dependencies.ts";

/** Kinds of keys that expire soon or work in one browser only. */
const MAY_ASK: readonly AccessKeyKind[] = ["mailed", "hand-over"];

/** Mails a sign-in link to a client without a working key, only ever to the address that the provider has on file. */
export function signInLinkRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, secrets, mail, config, clock } = dependencies;
  const mailsLinks = () => mail.isOn && config.sendsSignInLinks;
  const ofCaller = createLimit(app, { name: "link", max: LINK_REQUESTS_PER_HOUR, windowMs: HOUR_MS });
  const ofAddress = createLimit(app, {
    name: "link/address",
    max: LINK_REQUESTS_PER_HOUR_OF_ADDRESS,
    windowMs: HOUR_MS,
    keyOf: (request) => hash("sha256", (request.body as { email: string }).email),
  });

  serve(app, withWire(endpoints.emailLink, authWires.emailLink), async (request, reply) => {
    throwIfLimited(await ofCaller.count(request));
    const sentTo = "key" in request.body ? await byKey(request.body.key) : null;
    if ("email" in request.body) await byAddress(request, request.body.email);
    if (mailsLinks()) mail.worker.wake();
    return reply.code(202).send({ data: { sentTo } });
  });

  /** Neither the answer nor its timing shows whether a client has this address. */
  async function byAddress(request: FastifyRequest, email: string): Promise<void> {
    const isHeard = (await ofAddress.count(request)) === 0;
    if (isHeard && mailsLinks()) await storage.mail.queueLinkRequest(email, clock());
  }

  /** A caller with the right key of a link may learn where the client's mail goes, but not the whole address. */
  async function byKey(text: string): Promise<string> {
    const now = clock();
    const verdict = await verifyKey({ storage, secrets, now }, text);
    if (!("key" in verdict) || !MAY_ASK.includes(verdict.key.kind))
      throw new CatalogError("INVALID_ACCESS_KEY");
    const { clientId } = verdict.key;
    const client = await storage.clients.findManaged("all", clientId);
    const isOff = !mailsLinks() || (await storage.accessKeys.areLinksOff(clientId));
    if (!client?.email || isOff) throw new CatalogError("LINK_NOT_SENT");
    const outcome = await askForLinks(storage, client.email, now);
    if (outcome === "nobody") throw new CatalogError("LINK_NOT_SENT");
    if (outcome === "too-many") throwIfLimited(DAY_MS / 1_000);
    return hiddenAddress(client.email);
  }
}
