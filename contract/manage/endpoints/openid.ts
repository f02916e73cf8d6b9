import * as z from "zod/mini";
import type { ManageEndpointTable } from "../endpoint.ts";

/** Redirects have an empty body. */
const REDIRECT = { 303: z.undefined() };

/** Sign-in by OpenID Connect. */
export const openIdEndpoints = {
  beginOpenId: {
    method: "GET",
    path: "/v1/manage/auth/openid",
    caller: "nobody",
    summary: "Sign in by OpenID Connect: leads the browser to the provider",
    query: z.object({ anew: z.optional(z.literal("1")) }),
    answers: REDIRECT,
    errors: ["NOT_FOUND"],
  },
  endOpenId: {
    method: "GET",
    path: "/v1/manage/auth/openid/callback",
    caller: "nobody",
    summary: "Where the provider sends the browser back to; leads to the console, signed in or told why not",
    answers: REDIRECT,
    errors: ["NOT_FOUND"],
  },
} as const satisfies ManageEndpointTable;
