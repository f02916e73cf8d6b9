import type * as z from "zod/mini";
import type { conditionSchema } from "./definitions/conditions.ts";

/** When a question or a section is asked, depending on the answers to earlier questions. */
export type ShowIf = z.infer<typeof conditionSchema>;
export type ShowTest = ShowIf["tests"][number];
