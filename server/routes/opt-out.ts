import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HOUR_MS } from "#contract/instants.ts";
import { preferredLanguage } from "../http/accept-language.ts";
import { createLimit, throwIfLimited } from "../limits/limit.ts";
import { findOptOut, optIn, optOut } from "../mail/opt-out.ts";
import { type OptOutState, optOutPage } from "../pages/opt-out-page.ts";
import { callerAddress } from "./caller-address.ts";
import { type Dependencies, offeredLanguages } from "./dependencies.ts";

type Params = { Params: { token: string } };

const PUBLIC = { config: { caller: "nobody" as const } };
/** Sent by a mail program's one-click unsubscribe (RFC 8058) and by our own form. */
const FORM = "application/x-www-form-urlencoded";
const FORM_MAX_BYTES = 1024;
/** Limited, because each opt-in adds a permanent entry to the audit trail. */
const WAYS_BACK_PER_HOUR = 10;

/** Anyone with the link in a reminder can stop the reminders and resume them. */
export async function optOutRoutes(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { storage, config, book, clock } = dependencies;
  const pressOf = (request: FastifyRequest) => ({
    at: clock(),
    requestId: request.id,
    ...callerAddress(request),
  });
  const page = (reply: FastifyReply, state: OptOutState) => {
    const { html, policy } = optOutPage(
      state,
      config,
      preferredLanguage(reply.request, offeredLanguages(book)),
    );
    reply.code(state.kind === "unknown" ? 404 : 200).header("content-security-policy", policy);
    return reply.type("text/html; charset=utf-8").send(html);
  };

  const waysBack = createLimit(app, {
    name: "opt-out/back",
    max: WAYS_BACK_PER_HOUR,
    windowMs: HOUR_MS,
    keyOf: (request) => (request.params as Params["Params"]).token,
  });

  // the form's content is ignored; a separate scope, so that no other route accepts this content type
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      FORM,
      { parseAs: "string", bodyLimit: FORM_MAX_BYTES },
      (_request, _body, done) => done(null, undefined),
    );

    scope.get<Params>("/opt-out/:token", PUBLIC, async (request, reply) => {
      const { token } = request.params;
      const found = await findOptOut(storage, token);
      if (!found) return page(reply, { kind: "unknown" });
      return page(
        reply,
        found.isOptedOut ? { kind: "done", token } : { kind: "asks", clientName: found.clientName },
      );
    });

    scope.post<Params>("/opt-out/:token", PUBLIC, async (request, reply) => {
      const { token } = request.params;
      const isDone = await optOut(storage, token, pressOf(request));
      return page(reply, isDone ? { kind: "done", token } : { kind: "unknown" });
    });

    // a separate address, because one-click unsubscribe posts to the one above
    scope.post<Params>("/opt-out/:token/back", PUBLIC, async (request, reply) => {
      const { token } = request.params;
      throwIfLimited(await waysBack.look(request));
      const isChange = await optIn(storage, token, pressOf(request));
      if (isChange) await waysBack.count(request);
      return page(reply, { kind: isChange === undefined ? "unknown" : "back" });
    });
  });
}
