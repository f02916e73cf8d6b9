import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { pageAsked } from "../../http/paging.ts";
import { serve } from "../../http/serve.ts";
import { chooseMail, readMailChoices } from "../../mail/mail-choices.ts";
import { listMails, readClientMail } from "../../mail/mail-log.ts";
import { undoOptOut } from "../../mail/opt-out.ts";
import { remindNow } from "../../mail/reminders/remind-now.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { ownClient } from "./clients.ts";
import { actorOf, scopeOf } from "./request-actor.ts";

/** Mail to a manager's clients and to the manager. */
export function mailRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, mail, settings, clock } = dependencies;

  serve(app, manageEndpoints.mailSetUp, () => ({
    sendsMail: mail.isOn,
    sendsReminders: mail.sendsReminders,
    reminderDays: [...mail.reminderGaps["not-started"]],
    invitationDays: settings.get("linkDays").invitation,
  }));

  serve(app, manageEndpoints.remindNow, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    const acting = { storage, isOn: mail.isOn, actor: actorOf(request, clock()) };
    const reminded = await remindNow(acting, clientId);
    mail.worker.wake();
    return reminded;
  });

  serve(app, manageEndpoints.clientMail, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    return await readClientMail({ storage, mail }, clientId, clock());
  });

  serve(app, manageEndpoints.undoOptOut, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    await undoOptOut(storage, clientId, actorOf(request, clock()));
    return {};
  });

  serve(app, manageEndpoints.listMails, (request) =>
    listMails(storage, {
      ...pageAsked(request.query),
      clientId: request.query.clientId,
      isFailed: request.query.delivery === "failed",
      scope: scopeOf(request),
    }),
  );

  serve(app, manageEndpoints.mailChoices, (request) =>
    readMailChoices(storage, signedInManager(request).manager.managerId),
  );

  serve(app, manageEndpoints.chooseMail, async (request) => {
    await chooseMail(storage, request.body, actorOf(request, clock()));
    return {};
  });
}
