import type { FastifyInstance } from "fastify";
import type { Language } from "#contract/languages.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { MailKind } from "#contract/manage/mail/mail.ts";
import { serve } from "../../http/serve.ts";
import {
  changeTemplate,
  listTemplates,
  previewTemplate,
  removeTemplate,
} from "../../mail/manage-templates.ts";
import type { Dependencies } from "../dependencies.ts";
import { actorOf } from "./request-actor.ts";

/** The provider's own mail texts, for administrators. */
export function mailTemplateRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, config, settings, clock } = dependencies;
  const offered = [...config.provided.interviews.keys()];

  serve(app, manageEndpoints.listMailTemplates, async () => ({
    templates: await listTemplates(storage, offered),
  }));

  serve(app, manageEndpoints.changeMailTemplate, async (request) => {
    const acting = { storage, actor: actorOf(request, clock()) };
    await changeTemplate(acting, addressIn(request), request.body);
    return {};
  });

  serve(app, manageEndpoints.removeMailTemplate, async (request) => {
    await removeTemplate({ storage, actor: actorOf(request, clock()) }, addressIn(request));
    return {};
  });

  serve(app, manageEndpoints.previewMailTemplate, (request) =>
    previewTemplate(request.params.kind, request.body, {
      ...config,
      language: request.query.language ?? config.provided.language,
      linkDays: settings.get("linkDays"),
      look: config.provided.mailLook,
    }),
  );
}

type TemplateRequest = { params: { kind: MailKind }; query: { language?: Language | undefined } };

function addressIn({ params, query }: TemplateRequest) {
  return { kind: params.kind, language: query.language };
}
