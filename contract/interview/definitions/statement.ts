import * as z from "zod/mini";
import { statementParts } from "./parts.ts";

/** Words between the questions. It has no entry, and nothing is stored for it. */
export const statement = z.strictObject({ kind: z.literal("statement"), ...statementParts });
