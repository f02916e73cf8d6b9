import * as z from "zod/mini";
import { endpoints } from "#contract/api/endpoints.ts";
import { call } from "./call.ts";
import type { Result } from "./result.ts";

const emailedSchema = z.object({ sentTo: z.nullable(z.string()) });

/** Who a sign-in link is for: the client of an earlier link, or the clients with an email address. */
export type SignInLinkRequest = { key: string } | { email: string };

/** Requests a new sign-in link by email. `sentTo` is the masked address; null if the client entered the address. */
export function emailLink(wish: SignInLinkRequest): Promise<Result<z.infer<typeof emailedSchema>>> {
  return call(endpoints.emailLink, { schema: emailedSchema, body: wish });
}
