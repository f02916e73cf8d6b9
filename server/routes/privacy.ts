import type { FastifyInstance } from "fastify";
import { preferredLanguage } from "../http/accept-language.ts";
import { privacyPage } from "../pages/privacy-page.ts";
import { retentionAt } from "../settings/retention-setting.ts";
import { type Dependencies, offeredLanguages } from "./dependencies.ts";

/** The public privacy page: what happens to a client's data. */
export function privacyRoutes(
  app: FastifyInstance,
  { config, storage, book, mail, settings, clock }: Dependencies,
): void {
  app.get("/privacy", { config: { caller: "nobody" as const } }, async (request, reply) => {
    const language = preferredLanguage(request, offeredLanguages(book));
    const facts = {
      ...config,
      isShared: storage.isShared,
      retentionDays: retentionAt(settings.get("retentionDays"), clock()).days,
      sendsReminders: mail.sendsReminders,
      sendsAnswers: await storage.webhooks.includeAnswers(),
    };
    const { html, policy } = privacyPage(facts, language);
    reply.header("content-security-policy", policy).header("content-language", language);
    reply.header("vary", "accept-language");
    return reply.type("text/html; charset=utf-8").send(html);
  });
}
