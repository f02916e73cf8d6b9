import type { FastifyInstance, FastifyRequest } from "fastify";
import { HOUR_MS } from "#contract/instants.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { MAIL_CHECKS_PER_HOUR } from "#contract/manage/mail/mail-check.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { createLimit, throwIfLimited } from "../../limits/limit.ts";
import { checkMail } from "../../mail/check/check-mail.ts";
import { changeBefore, changeSettings, isGuarded } from "../../settings/change-settings.ts";
import { toSettingsView } from "../../settings/settings-view.ts";
import { signedInPerson } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ProveOwner } from "./account/prove-owner.ts";
import { actorOf } from "./request-actor.ts";

/** Settings that administrators change in the console, in person. Changing the mail server needs password and code. */
export function settingRoutes(
  app: FastifyInstance,
  dependencies: Dependencies,
  { demandProof }: ProveOwner,
): void {
  const { storage, settings, mail, outgoingMail, clock } = dependencies;
  const checks = createLimit(app, { name: "mail-check", max: MAIL_CHECKS_PER_HOUR, windowMs: HOUR_MS });
  const view = () => toSettingsView(storage, settings.now(), clock());
  const acting = (request: FastifyRequest) => ({
    storage,
    settings,
    ...outgoingMail,
    actor: actorOf(request, clock()),
  });

  serve(app, manageEndpoints.readSettings, view);

  serve(app, manageEndpoints.changeSettings, async (request) => {
    signedInPerson(request);
    const { version, settings: changed, ...proof } = request.body;
    if (isGuarded(changed)) await demandProof(request, proof);
    await changeSettings(acting(request), { version, settings: changed });
    return await view();
  });

  serve(app, manageEndpoints.restoreSetting, async (request) => {
    signedInPerson(request);
    const { version, eventId, mailPassword, ...proof } = request.body;
    const changed = await changeBefore(storage, { eventId, mailPassword });
    if (isGuarded(changed)) await demandProof(request, proof);
    await changeSettings(acting(request), { version, settings: changed });
    return await view();
  });

  serve(app, manageEndpoints.checkMail, async (request) => {
    const { email } = signedInPerson(request).manager;
    const setUp = mail.setUp();
    if (!setUp) throw new CatalogError("MAIL_OFF");
    throwIfLimited(await checks.count(request));
    return { sentTo: email, checks: await checkMail({ ...outgoingMail, setUp, at: clock() }, email) };
  });
}
