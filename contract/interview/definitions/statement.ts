import * as z from "zod/mini";
import { statementParts } from "./parts.ts";

/** Text between questions. It has no entry, and nothing is stored for it. */
export const statement = z.strictObject({ kind: z.literal("statement"), ...statementParts });
