import * as z from "zod/mini";
import { endpoints } from "#contract/api/endpoints.ts";
import { call } from "./call.ts";
import type { Result } from "./result.ts";

const emailedSchema = z.object({ sentTo: z.nullable(z.string()) });

/** Whom a sign-in link is for: the client of an earlier link, or the clients of an address. */
export type LinkWish = { key: string } | { email: string };

/** Has a new sign-in link mailed. `sentTo` is where to, mostly hidden; null where an address was entered. */
export function emailLink(wish: LinkWish): Promise<Result<z.infer<typeof emailedSchema>>> {
  return call(endpoints.emailLink, { schema: emailedSchema, body: wish });
}
