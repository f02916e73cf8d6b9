import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import { doneSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  mailKindSchema,
  mailPreviewSchema,
  mailTemplateSchema,
  shownTemplatesSchema,
} from "#contract/manage/mail/mail.ts";
import { routeOf } from "../../http/route.ts";
import {
  changeTemplate,
  listTemplates,
  previewTemplate,
  removeTemplate,
} from "../../mail/manage-templates.ts";
import type { Dependencies } from "../dependencies.ts";
import { actorOf } from "./request-actor.ts";

const kindParamsSchema = z.object({ kind: mailKindSchema });

/** Mail in the provider's words, for administrators. */
export function mailTemplateRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, clock, asked } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.listMailTemplates),
    schema: {
      summary: manageEndpoints.listMailTemplates.summary,
      response: { 200: successSchema(shownTemplatesSchema) },
    },
    handler: async () => ({ data: { templates: await listTemplates(storage, asked.language) } }),
  });

  routes.route({
    ...routeOf(manageEndpoints.changeMailTemplate),
    schema: {
      summary: manageEndpoints.changeMailTemplate.summary,
      params: kindParamsSchema,
      body: mailTemplateSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      const acting = { storage, actor: actorOf(request, clock()) };
      await changeTemplate(acting, request.params.kind, request.body);
      return { data: {} };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.removeMailTemplate),
    schema: {
      summary: manageEndpoints.removeMailTemplate.summary,
      params: kindParamsSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      await removeTemplate({ storage, actor: actorOf(request, clock()) }, request.params.kind);
      return { data: {} };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.previewMailTemplate),
    schema: {
      summary: manageEndpoints.previewMailTemplate.summary,
      params: kindParamsSchema,
      body: mailTemplateSchema,
      response: { 200: successSchema(mailPreviewSchema) },
    },
    handler: async (request) => ({
      data: previewTemplate(request.params.kind, request.body, { ...config, language: asked.language }),
    }),
  });
}
