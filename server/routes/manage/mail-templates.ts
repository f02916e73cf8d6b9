import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { serve } from "../../http/serve.ts";
import {
  changeTemplate,
  listTemplates,
  previewTemplate,
  removeTemplate,
} from "../../mail/manage-templates.ts";
import type { Dependencies } from "../dependencies.ts";
import { actorOf } from "./request-actor.ts";

/** Mail in the provider's words, for administrators. */
export function mailTemplateRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, settings, clock, asked } = dependencies;

  serve(app, manageEndpoints.listMailTemplates, async () => ({
    templates: await listTemplates(storage, asked.language),
  }));

  serve(app, manageEndpoints.changeMailTemplate, async (request) => {
    const acting = { storage, actor: actorOf(request, clock()) };
    await changeTemplate(acting, request.params.kind, request.body);
    return {};
  });

  serve(app, manageEndpoints.removeMailTemplate, async (request) => {
    await removeTemplate({ storage, actor: actorOf(request, clock()) }, request.params.kind);
    return {};
  });

  serve(app, manageEndpoints.previewMailTemplate, (request) =>
    previewTemplate(request.params.kind, request.body, {
      ...config,
      language: asked.language,
      linkDays: settings.get("linkDays"),
    }),
  );
}
