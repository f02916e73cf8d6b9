import type { FastifyReply, FastifyRequest } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";

export const signInSides = ["client", "manager"] as const;
export const signInOutcomes = ["opened", "half", "refused", "limited", "failed"] as const;
type SignIn = { side: (typeof signInSides)[number]; outcome: (typeof signInOutcomes)[number] };

const { signIn, useLink, passSecondStep, endOpenId } = manageEndpoints;
const MANAGER_ROUTES: string[] = [signIn, useLink, passSecondStep].map(({ path }) => path);

/** The outcome of a request as a sign-in; undefined if it was not a sign-in. */
export function signInOf(
  { routeOptions, failureCode }: FastifyRequest,
  reply: FastifyReply,
): SignIn | undefined {
  const { url = "" } = routeOptions;
  const { statusCode: status } = reply;
  if (url === endpoints.exchange.path) {
    const isHalf = failureCode === "PIN_REQUIRED";
    return { side: "client", outcome: isHalf ? "half" : outcomeOf(status) };
  }
  // this route always redirects; a refusal is in the fragment
  if (url === endOpenId.path) {
    const isRefused = String(reply.getHeader("location")).includes("#") || status >= 400;
    return { side: "manager", outcome: isRefused ? "refused" : "opened" };
  }
  if (!MANAGER_ROUTES.includes(url)) return undefined;
  // only a session sets the cookie; without it, a code is still needed
  const isHalf = status < 300 && !reply.hasHeader("set-cookie");
  return { side: "manager", outcome: isHalf ? "half" : outcomeOf(status) };
}

function outcomeOf(status: number): SignIn["outcome"] {
  if (status < 300) return "opened";
  if (status === 429) return "limited";
  return status < 500 ? "refused" : "failed";
}
