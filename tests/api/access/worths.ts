import { redeemable } from "../../support/security/redeemable.ts";
import type { TriedCaller } from "./callers.ts";

/** What each kind of secret lets its holder be. A client's key is worth less than any manager's credential. */
type Worth = "client" | "manager";
export const WORTH: { [kind in ReturnType<typeof redeemable>[number]["kind"]]: Worth } = {
  "access key": "client",
  "client session": "client",
  "password link": "manager",
  "console session": "manager",
  "second step": "manager",
  "API token": "manager",
};

/** Whether a caller may get a secret: of a role that they have anyway, or after a password or a link. */
function mayGet({ is }: TriedCaller, worth: Worth, route: string): boolean {
  const isOpen = OPEN.includes(route);
  if (isOpen) return true;
  if (is.role === "stranger" || is.role === "operator") return false;
  if (is.role === "client")
    return worth === "client" && (route.startsWith("POST /v1/auth/") || GIVES_HELPERS.includes(route));
  // an account manager may get a key of their client, whose data they can read anyway; a token needs the scope for keys
  if (worth === "client") return is.by === "session" || is.scopes.includes("keys:write");
  return is.by === "session" && SHOWN_AGAIN[route]?.includes(is.role) === true;
}

/** Routes that themselves take a secret: a key, a passkey, a password or a link. */
const OPEN = [
  "POST /v1/auth/exchange",
  "POST /v1/auth/passkey",
  "POST /v1/auth/link",
  "POST /v1/manage/auth/sign-in",
  "POST /v1/manage/auth/link",
];
/** Routes that give a client a helper's key, which allows less than the client's own. */
const GIVES_HELPERS = ["POST /v1/onboarding/helpers", "POST /v1/onboarding/helpers/:helperId/link"];
/** Routes that give a secret only to people, by role. */
const SHOWN_AGAIN: { [route: string]: string[] } = {
  "POST /v1/manage/me/tokens": ["manager", "administrator"],
  "POST /v1/manage/managers": ["administrator"],
  "POST /v1/manage/managers/:managerId/link": ["administrator"],
};

type Answer = { text: string; headers: Headers };

/** The number of secrets in an answer, and those that are worth more than the caller (promise P52). */
export function secretsIn({ text, headers }: Answer, route: string, caller: TriedCaller) {
  const secrets = redeemable(`${text} ${headers.get("set-cookie") ?? ""}`);
  return { count: secrets.length, holes: secrets.filter(({ kind }) => !mayGet(caller, WORTH[kind], route)) };
}
