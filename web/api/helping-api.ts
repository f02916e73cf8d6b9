import * as z from "zod/mini";
import { endpoints } from "#contract/api/endpoints.ts";
import {
  type HelperFacts,
  helperLinkSchema,
  helpersSchema,
  type NewHelperRequest,
} from "#contract/api/helping.ts";
import { call } from "./call.ts";
import type { Result } from "./result.ts";

export type HelperLink = z.infer<typeof helperLinkSchema>;

/** The people whom the client has asked, in that order. */
export function loadHelpers(token: string): Promise<Result<HelperFacts[]>> {
  return call(endpoints.helpers, { schema: helpersSchema, token });
}

export function addHelper(token: string, body: NewHelperRequest): Promise<Result<HelperLink>> {
  return call(endpoints.addHelper, { schema: helperLinkSchema, token, body });
}

/** Makes a new link, which ends the earlier one. */
export function renewHelperLink(token: string, helperId: string): Promise<Result<HelperLink>> {
  return call(endpoints.renewHelperLink, { schema: helperLinkSchema, token, params: { helperId } });
}

/** A helper who is already gone counts as removed, too. */
export async function removeHelper(token: string, helperId: string): Promise<Result<unknown>> {
  const removed = await call(endpoints.removeHelper, { schema: z.unknown(), token, params: { helperId } });
  const isGone = !removed.ok && removed.error.code === "NOT_FOUND";
  return isGone ? { ok: true, data: undefined } : removed;
}
