import * as z from "zod/mini";
import { commonParts } from "./parts.ts";

export const yesNo = z.strictObject({ kind: z.literal("yes-no"), ...commonParts });
