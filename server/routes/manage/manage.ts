import type { FastifyInstance } from "fastify";
import type { Dependencies } from "../../app.ts";
import { accountRoutes } from "./account.ts";
import { answerRoutes } from "./answers.ts";
import { auditRoutes } from "./audit.ts";
import { manageAuthRoutes } from "./auth.ts";
import { briefRoutes } from "./briefs.ts";
import { clientRoutes } from "./clients.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { historyRoutes } from "./history.ts";
import { importRoutes } from "./import.ts";
import { keyRoutes } from "./keys.ts";
import { lookRoutes } from "./looks.ts";
import { mailRoutes } from "./mail.ts";
import { mailTemplateRoutes } from "./mail-templates.ts";
import { managerRoutes } from "./managers.ts";
import { noteRoutes } from "./notes.ts";
import { openIdRoutes } from "./openid.ts";
import { overviewRoutes } from "./overview.ts";
import { secondFactorRoutes } from "./second-factor.ts";
import { sessionRoutes } from "./sessions.ts";
import { threadRoutes } from "./threads.ts";
import { webhookRoutes } from "./webhooks.ts";

/** Everything below `/v1/manage`. */
export function manageRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  manageAuthRoutes(app, dependencies);
  openIdRoutes(app, dependencies);
  accountRoutes(app, dependencies);
  secondFactorRoutes(app, dependencies);
  sessionRoutes(app, dependencies);
  managerRoutes(app, dependencies);
  clientRoutes(app, dependencies);
  overviewRoutes(app, dependencies);
  importRoutes(app, dependencies);
  keyRoutes(app, dependencies);
  answerRoutes(app, dependencies);
  historyRoutes(app, dependencies);
  threadRoutes(app, dependencies);
  lookRoutes(app, dependencies);
  noteRoutes(app, dependencies);
  briefRoutes(app, dependencies);
  webhookRoutes(app, dependencies);
  deliveryRoutes(app, dependencies);
  mailRoutes(app, dependencies);
  mailTemplateRoutes(app, dependencies);
  auditRoutes(app, dependencies);
}
