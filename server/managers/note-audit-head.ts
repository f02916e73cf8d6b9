import type { FastifyBaseLogger } from "fastify";
import { textOfHead } from "../storage/audit/audit-chain.ts";
import type { Storage } from "../storage/storage.ts";

/**
 * Writes the head of the audit trail to the log, which a person with write access to the database cannot reach:
 * `firsthand audit verify --head` takes it. Entries after the newest logged head can be cut off undetected.
 */
export async function noteAuditHead(
  storage: Pick<Storage, "audit">,
  logger: Pick<FastifyBaseLogger, "info">,
): Promise<void> {
  const head = await storage.audit.chainHead();
  if (head && head.seq > 0) logger.info({ auditHead: textOfHead(head) }, "head of the audit trail");
}
