import * as z from "zod/mini";
import { idSchema } from "../../api/ids.ts";
import { takeIdSchema } from "../../api/wires/takes.ts";
import { externalIdSchema } from "../clients.ts";
import { mailKindSchema } from "../mail/mail.ts";

/** The values of `:name` parameters in the paths of the account managers' calls. */

const clientId = idSchema;

export const clientParams = z.object({ clientId });
export const externalIdParams = z.object({ externalId: externalIdSchema });
export const keyParams = z.object({ clientId, keyId: idSchema });
export const clientSessionParams = z.object({ clientId, sessionId: idSchema });
export const clientTakeParams = z.object({ clientId, takeId: takeIdSchema });
export const noteParams = z.object({ clientId, noteId: idSchema });
export const shareParams = z.object({ clientId, shareId: idSchema });
export const sharedTakeParams = z.object({ takeId: takeIdSchema });
export const questionParams = z.object({ clientId, questionId: idSchema });
export const revisionParams = z.object({
  clientId,
  revision: z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
});

export const managerParams = z.object({ managerId: idSchema });
export const sessionParams = z.object({ sessionId: idSchema });
export const tokenParams = z.object({ tokenId: idSchema });
export const templateParams = z.object({ kind: mailKindSchema });
export const fieldParams = z.object({ fieldId: idSchema });
export const tagParams = z.object({ tagId: idSchema });
export const viewParams = z.object({ viewId: idSchema });
export const bulkParams = z.object({ bulkId: idSchema });
export const interviewParams = z.object({ interviewId: idSchema });
export const versionParams = z.object({
  interviewId: idSchema,
  number: z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
});
export const webhookParams = z.object({ webhookId: idSchema });
export const deliveryParams = z.object({ webhookId: idSchema, messageId: idSchema });
