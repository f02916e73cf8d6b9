import type { FastifyBaseLogger } from "fastify";
import type { Storage } from "../storage/storage.ts";

type Sealing = Pick<Storage, "sealing" | "erasing">;

/**
 * Seals what an earlier release stored plainly, or this one while it was told to. What is interrupted goes on at the next
 * start. Rejects at the end with what one client failed by; the others are sealed all the same.
 */
export async function sealEarlier(storage: Sealing, logger: Pick<FastifyBaseLogger, "info">): Promise<void> {
  const owners = await storage.sealing.listUnsealedOwners();
  const failures: unknown[] = [];
  for (const owner of owners)
    await storage.sealing.sealPlaintext(owner).catch((error: unknown) => failures.push(error));
  // so that no file holds what is sealed by now
  if (owners.length > failures.length) await storage.erasing.eraseFreedPages();
  if (failures.length > 0) throw failures[0];
  if (owners.length > 0)
    logger.info({ owners: owners.length }, "what was stored earlier is encrypted by now");
}
