import type { FastifyInstance, FastifyRequest } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { helpersWires } from "#contract/api/wires/helping.ts";
import { HELPER_LINK_MARK } from "#contract/helper-link.ts";
import { HOUR_MS, isoOf } from "#contract/instants.ts";
import { HELPER_LINKS_PER_HOUR } from "#contract/limits.ts";
import { keyLink } from "../access-keys/issue-key.ts";
import {
  addHelper,
  canHelpWith,
  type HelperLink,
  removeHelper,
  renewHelperLink,
  toHelperView,
} from "../helping/helping.ts";
import { CatalogError, invalidPart } from "../http/errors.ts";
import { serve, withWire } from "../http/serve.ts";
import { createLimit, throwIfLimited } from "../limits/limit.ts";
import { clientSession } from "./authentication.ts";
import { callerAddress } from "./caller-address.ts";
import type { Dependencies } from "./dependencies.ts";

/** How a client invites helpers to answer a section, and ends their access. */
export function helperRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, secrets, book, config, clock } = dependencies;
  const links = createLimit(app, {
    name: "helper-link",
    max: HELPER_LINKS_PER_HOUR,
    windowMs: HOUR_MS,
    keyOf: (request) => request.session?.clientId ?? "",
  });

  serve(app, withWire(endpoints.helpers, helpersWires.helpers), async (request) => {
    const { clientId } = clientSession(request);
    const listed = await storage.helpers.list(clientId);
    const stored = listed.length > 0 ? await storage.records.load(clientId) : undefined;
    return listed.map((helper) => toHelperView(helper, stored?.record ?? {}, clock()));
  });

  serve(app, withWire(endpoints.addHelper, helpersWires.addHelper), async (request, reply) => {
    const { interview } = clientSession(request);
    const { asked } = await book.of(interview);
    const { body } = request;
    if (!canHelpWith(asked.interview, body))
      throw invalidPart("body", [
        { path: ["sectionId"], message: "Expected a section with a question for them" },
      ]);
    throwIfLimited(await links.count(request));
    const added = await addHelper(asking(request), body);
    if (added === "exists") throw new CatalogError("HELPER_EXISTS");
    if (added === "full") throw new CatalogError("HELPERS_FULL");
    return reply.code(201).send({ data: linkOf(added) });
  });

  serve(app, withWire(endpoints.renewHelperLink, helpersWires.renewHelperLink), async (request, reply) => {
    throwIfLimited(await links.count(request));
    const renewed = await renewHelperLink(asking(request), request.params.helperId);
    if (!renewed) throw new CatalogError("NOT_FOUND");
    return reply.code(201).send({ data: linkOf(renewed) });
  });

  serve(app, withWire(endpoints.removeHelper, helpersWires.removeHelper), async (request) => {
    if (!(await removeHelper(asking(request), request.params.helperId))) throw new CatalogError("NOT_FOUND");
    return {};
  });

  function linkOf({ helperId, accessKey, expiresAt }: HelperLink) {
    return {
      helperId,
      link: `${keyLink(config, accessKey)}&${HELPER_LINK_MARK}`,
      expiresAt: isoOf(expiresAt),
    };
  }

  function asking(request: FastifyRequest) {
    const { clientId } = clientSession(request);
    const now = clock();
    const actor = { actor: clientId, at: now, requestId: request.id, ...callerAddress(request) };
    return { storage, secrets, now, actor, clientId };
  }
}
