import type { FastifyInstance, FastifyRequest } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { authWires } from "#contract/api/wires/auth.ts";
import { isoOf } from "#contract/instants.ts";
import { browserBinding } from "../access-keys/browser-cookie.ts";
import { addPasskey } from "../access-keys/issue-key.ts";
import { CatalogError } from "../http/errors.ts";
import { serve, withWire } from "../http/serve.ts";
import { eventOf } from "../managers/actor.ts";
import { deviceLabel } from "../managers/device-name.ts";
import {
  checkPasskey,
  creationOptions,
  readNewPasskey,
  relyingPartyAt,
  signInOptions,
  toPasskeyView,
} from "../passkeys/passkeys.ts";
import { clientSession } from "./authentication.ts";
import { callerAddress } from "./caller-address.ts";
import type { Dependencies } from "./dependencies.ts";
import type { SignIn } from "./sign-in.ts";

/** How a client signs in with a passkey, and manages passkeys. */
export function passkeyRoutes(app: FastifyInstance, dependencies: Dependencies, signIn: SignIn): void {
  const { storage, secrets, clock, config } = dependencies;
  function asking() {
    const party = relyingPartyAt(config.publicUrl, config.providerName);
    if (!party) throw new CatalogError("PASSKEYS_OFF");
    return { party, secrets, now: clock() };
  }

  serve(app, withWire(endpoints.passkeyChallenge, authWires.passkeyChallenge), () => signInOptions(asking()));

  serve(app, withWire(endpoints.signInByPasskey, authWires.signInByPasskey), async (request, reply) => {
    const ask = asking();
    const key = await storage.accessKeys.findPasskey(request.body.passkey.id);
    const isLive = key && key.revokedAt === null && key.expiresAt > ask.now;
    if (!isLive) return refuse(request, "PASSKEY_UNKNOWN");
    const passkeyUse = await checkPasskey(ask, request.body, key);
    if (!passkeyUse) return refuse(request, "PASSKEY_REFUSED");
    const { pin } = request.body;
    const session = await signIn.open(request, reply, {
      key,
      pin,
      browser: browserBinding(request),
      passkeyUse,
    });
    return session ?? refuse(request, "PASSKEY_REFUSED");
  });

  async function refuse(
    request: FastifyRequest,
    code: "PASSKEY_UNKNOWN" | "PASSKEY_REFUSED",
  ): Promise<never> {
    await signIn.countFailure(request);
    const refused = eventOf({ ...caller(request), actor: "nobody" }, "key.refused", {
      detail: code === "PASSKEY_UNKNOWN" ? "unknown passkey" : "wrong passkey",
    });
    await storage.audit.record(refused);
    throw new CatalogError(code);
  }

  serve(app, withWire(endpoints.newPasskey, authWires.newPasskey), async (request) => {
    const ask = asking();
    const { clientId } = clientSession(request);
    const client = await storage.clients.findManaged("all", clientId);
    if (!client) throw new CatalogError("UNAUTHORIZED");
    const others = await storage.accessKeys.listPasskeys(clientId, ask.now);
    return creationOptions(ask, { client, others });
  });

  serve(app, withWire(endpoints.addPasskey, authWires.addPasskey), async (request, reply) => {
    const ask = asking();
    const { clientId } = clientSession(request);
    const made = await readNewPasskey(ask, request.body, clientId);
    if (!made) throw new CatalogError("PASSKEY_NOT_ADDED");
    const device = deviceLabel(request.headers["user-agent"]);
    const actor = { ...caller(request), actor: clientId };
    const passkeyId = await addPasskey({ storage, secrets, now: ask.now, actor }, clientId, {
      ...made,
      device,
    });
    if (passkeyId === undefined) throw new CatalogError("PASSKEY_NOT_ADDED");
    return reply.code(201).send({ data: { passkeyId, device, addedAt: isoOf(ask.now), lastUsedAt: null } });
  });

  serve(app, withWire(endpoints.passkeys, authWires.passkeys), async (request) => {
    const { clientId } = clientSession(request);
    return (await storage.accessKeys.listPasskeys(clientId, clock())).map(toPasskeyView);
  });

  serve(app, withWire(endpoints.dropPasskey, authWires.dropPasskey), async (request) => {
    const { clientId } = clientSession(request);
    const { passkeyId: keyId } = request.params;
    const live = await storage.accessKeys.listPasskeys(clientId, clock());
    if (!live.some((passkey) => passkey.keyId === keyId)) throw new CatalogError("NOT_FOUND");
    const actor = { ...caller(request), actor: clientId };
    await storage.accessKeys.revoke(keyId, actor.at, [eventOf(actor, "key.revoked", { clientId, keyId })]);
    return {};
  });

  function caller(request: FastifyRequest) {
    return { at: clock(), requestId: request.id, ...callerAddress(request) };
  }
}
