import type { FastifyBaseLogger } from "fastify";
import { textOfHead } from "../storage/audit/audit-chain.ts";
import type { Storage } from "../storage/storage.ts";

/**
 * Goes where the log goes, out of reach of anyone who can write the database: `firsthand audit verify --head` takes it.
 * What was done after the newest head in the log can be cut off unnoticed.
 */
export async function noteAuditHead(
  storage: Pick<Storage, "audit">,
  logger: Pick<FastifyBaseLogger, "info">,
): Promise<void> {
  const head = await storage.audit.chainHead();
  if (head && head.seq > 0) logger.info({ auditHead: textOfHead(head) }, "head of the audit trail");
}
