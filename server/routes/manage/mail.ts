import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { successSchema } from "#contract/api/calls.ts";
import { doneSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  clientMailSchema,
  mailChoicesSchema,
  mailPageSchema,
  mailQuerySchema,
  mailSetUpSchema,
  remindNowSchema,
} from "#contract/manage/mail/mail.ts";
import { routeOf } from "../../http/route.ts";
import { chooseMail, readMailChoices } from "../../mail/mail-choices.ts";
import { listMails, readClientMail } from "../../mail/mail-log.ts";
import { remindNow } from "../../mail/remind-now.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { clientParamsSchema, ownClient } from "./clients.ts";
import { actorOf, scopeOf } from "./request-actor.ts";

/** Mail to a manager's clients, and to the manager. */
export function mailRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, mail, clock } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.mailSetUp),
    schema: {
      summary: manageEndpoints.mailSetUp.summary,
      response: { 200: successSchema(mailSetUpSchema) },
    },
    handler: async () => ({ data: { sendsMail: mail.isOn, sendsReminders: mail.nextOpen !== undefined } }),
  });

  routes.route({
    ...routeOf(manageEndpoints.remindNow),
    schema: {
      summary: manageEndpoints.remindNow.summary,
      params: clientParamsSchema,
      response: { 200: successSchema(remindNowSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      const acting = { storage, isOn: mail.isOn, actor: actorOf(request, clock()) };
      const reminded = await remindNow(acting, clientId);
      mail.worker.wake();
      return { data: reminded };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.clientMail),
    schema: {
      summary: manageEndpoints.clientMail.summary,
      params: clientParamsSchema,
      response: { 200: successSchema(clientMailSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      return { data: await readClientMail({ storage, nextOpen: mail.nextOpen }, clientId, clock()) };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.listMails),
    schema: {
      summary: manageEndpoints.listMails.summary,
      querystring: mailQuerySchema,
      response: { 200: successSchema(mailPageSchema) },
    },
    handler: async (request) => ({
      data: await listMails(storage, { ...request.query, scope: scopeOf(request) }),
    }),
  });

  routes.route({
    ...routeOf(manageEndpoints.mailChoices),
    schema: {
      summary: manageEndpoints.mailChoices.summary,
      response: { 200: successSchema(mailChoicesSchema) },
    },
    handler: async (request) => ({
      data: await readMailChoices(storage, signedInManager(request).manager.managerId),
    }),
  });

  routes.route({
    ...routeOf(manageEndpoints.chooseMail),
    schema: {
      summary: manageEndpoints.chooseMail.summary,
      body: mailChoicesSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      await chooseMail(storage, request.body, actorOf(request, clock()));
      return { data: {} };
    },
  });
}
