import type { FastifyInstance } from "fastify";
import type { Dependencies } from "../app.ts";
import { privacyPage } from "../privacy-page.ts";

/** What happens to what a client says, for everybody. */
export function privacyRoutes(app: FastifyInstance, { config }: Dependencies): void {
  const { html, policy } = privacyPage(config);
  app.get(
    "/privacy",
    { config: { caller: "nobody" as const }, schema: { hide: true } },
    async (_request, reply) => {
      reply.header("content-security-policy", policy);
      return reply.type("text/html; charset=utf-8").send(html);
    },
  );
}
