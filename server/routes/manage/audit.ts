import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { auditCsv } from "../../audit/audit-csv.ts";
import { everyAuditLine, readAudit } from "../../audit/audit-log.ts";
import { pageAsked } from "../../http/paging.ts";
import { serve } from "../../http/serve.ts";
import type { Dependencies } from "../dependencies.ts";
import { sendFile, streamOf } from "./handing-over/send-file.ts";

/** The audit trail, for administrators. */
export function auditRoutes(app: FastifyInstance, { storage, mail, clock }: Dependencies): void {
  serve(app, manageEndpoints.audit, (request) => readAudit(storage, request.query, pageAsked(request.query)));

  serve(app, manageEndpoints.exportAudit, async (request, reply) => {
    const { day } = mail.calendar.wallClock(clock());
    const pieces = auditCsv(everyAuditLine(storage, request.query));
    return sendFile(reply, `audit_${day}.csv`, await streamOf(pieces));
  });
}
