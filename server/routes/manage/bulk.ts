import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import type { BulkRequest } from "#contract/manage/bulk.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { type BulkOptions, findBulk, startBulk, stopBulk, undoBulk } from "../../bulk/manage-bulk.ts";
import { viewOf } from "../../clients/list-clients.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { createLimit, throwIfLimited } from "../../limits/limit.ts";
import { previewInvitation } from "../../mail/preview-invitation.ts";
import { refuseUnfitToken, signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { ownClient, refuseUnlessGivable } from "./clients.ts";
import { readerOf } from "./request-actor.ts";

/** Bulk actions on clients, and the preview and test of an invitation. */
export function bulkRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, mail, config, settings, clock, wakeBulk } = dependencies;
  const tests = createLimit(app, {
    name: "test-invitation",
    max: TESTS_AN_HOUR,
    windowMs: HOUR_MS,
    keyOf: (request) => signedInManager(request).manager.managerId,
  });

  serve(app, manageEndpoints.startBulk, async (request) => {
    const { scope, readerId } = readerOf(request);
    await refuseUnlessAllowed(request, request.body);
    const view = viewOf(dependencies, readerId);
    const started = await startBulk(optionsOf(request), { scope, view }, request.body);
    wakeBulk();
    return started;
  });

  serve(app, manageEndpoints.findBulk, (request) => findBulk(optionsOf(request), request.params.bulkId));

  serve(app, manageEndpoints.stopBulk, async (request) => {
    const bulk = await stopBulk(optionsOf(request), request.params.bulkId);
    wakeBulk();
    return bulk;
  });

  serve(app, manageEndpoints.undoBulk, async (request) => {
    const { action } = await findBulk(optionsOf(request), request.params.bulkId);
    if (action === "approve") refuseUnfitToken(signedInManager(request), "answers:write");
    const bulk = await undoBulk(optionsOf(request), request.params.bulkId);
    wakeBulk();
    return bulk;
  });

  serve(app, manageEndpoints.previewInvitation, async (request) => {
    const client = await ownClient(dependencies, request);
    const { providerName, publicUrl, provided } = config;
    const from = settings.get("mailFrom");
    const sender = {
      from,
      providerName,
      publicUrl,
      interviews: provided.interviews,
      look: provided.mailLook,
    };
    return await previewInvitation(
      { storage, sender, linkDays: settings.get("linkDays"), now: clock() },
      client,
      request.body,
    );
  });

  serve(app, manageEndpoints.testInvitation, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    if (!mail.isOn) return { outcome: "refused" as const, reason: "no-smtp" as const };
    throwIfLimited(await tests.count(request));
    const { managerId } = signedInManager(request).manager;
    const test = { clientId, managerId, words: request.body.words, at: clock() };
    const mailId = await storage.mail.putTest({ ...test, mailId: `ml_${randomUUID()}` });
    mail.worker.wake();
    return { outcome: "queued" as const, mailId, kind: "invitation" as const };
  });

  function optionsOf(request: FastifyRequest): BulkOptions {
    const { managerId } = signedInManager(request).manager;
    return { storage, managerId, now: clock() };
  }

  async function refuseUnlessAllowed(request: FastifyRequest, { act }: BulkRequest): Promise<void> {
    // approving one question needs the same scope
    if (act.action === "approve") refuseUnfitToken(signedInManager(request), "answers:write");
    if (act.action === "erase" && signedInManager(request).manager.role !== "administrator")
      throw new CatalogError("FORBIDDEN");
    if (act.action === "assign") await refuseUnlessGivable(dependencies, request, act.managerId);
    const sendAt = act.action === "invite" && act.sendAt !== undefined ? Date.parse(act.sendAt) : undefined;
    if (sendAt !== undefined && sendAt > clock() + SEND_WITHIN_MS) {
      const details = [{ path: "act.sendAt", message: "Expected a time within the next 3 days" }];
      throw new CatalogError("VALIDATION_ERROR", { details });
    }
  }
}

/** Test mails that a manager may send to their own address. */
const TESTS_AN_HOUR = 20;
/** A queued mail expires after four days, so a later time would not be reached. */
const SEND_WITHIN_MS = 3 * DAY_MS;
