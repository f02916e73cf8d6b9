import type { FastifyInstance, FastifyReply } from "fastify";
import { wishedLanguage } from "../http/accept-language.ts";
import { findOptOut, optOut } from "../mail/opt-out.ts";
import { type OptOutState, optOutPage } from "../pages/opt-out-page.ts";
import { callerAddress } from "./caller-address.ts";
import type { Dependencies } from "./dependencies.ts";

type Params = { Params: { token: string } };

const PUBLIC = { config: { caller: "nobody" as const } };
/** Of a mailbox's one click (RFC 8058), and of our own form. */
const FORM = "application/x-www-form-urlencoded";
const FORM_MAX_BYTES = 1024;

/** Anyone who has the link in a reminder can end the reminders. */
export async function optOutRoutes(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { storage, config, clock } = dependencies;
  const offered = [...dependencies.interviews.keys()];
  const page = (reply: FastifyReply, state: OptOutState) => {
    const { html, policy } = optOutPage(state, config, wishedLanguage(reply.request, offered));
    reply.code(state.kind === "unknown" ? 404 : 200).header("content-security-policy", policy);
    return reply.type("text/html; charset=utf-8").send(html);
  };

  // nothing in the form is looked at: the press is all, so nothing else has to take such a body
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      FORM,
      { parseAs: "string", bodyLimit: FORM_MAX_BYTES },
      (_request, _body, done) => done(null, undefined),
    );

    scope.get<Params>("/opt-out/:token", PUBLIC, async (request, reply) => {
      const found = await findOptOut(storage, request.params.token);
      if (!found) return page(reply, { kind: "unknown" });
      return page(
        reply,
        found.isOptedOut ? { kind: "done" } : { kind: "asks", clientName: found.clientName },
      );
    });

    scope.post<Params>("/opt-out/:token", PUBLIC, async (request, reply) => {
      const by = { at: clock(), requestId: request.id, ...callerAddress(request) };
      const isDone = await optOut(storage, request.params.token, by);
      return page(reply, isDone ? { kind: "done" } : { kind: "unknown" });
    });
  });
}
