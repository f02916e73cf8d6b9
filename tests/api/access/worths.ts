import { redeemable } from "../../support/security/redeemable.ts";
import type { TriedCaller } from "./callers.ts";

/** What a secret of each kind lets its holder be; a client's key is worth less than any credential of a manager. */
type Worth = "client" | "manager";
export const WORTH: { [kind in ReturnType<typeof redeemable>[number]["kind"]]: Worth } = {
  "access key": "client",
  "client session": "client",
  "password link": "manager",
  "console session": "manager",
  "second step": "manager",
  "API token": "manager",
};

/** Whom a caller may make: those they could be already, and what a person has shown a password or a link for. */
function mayGet({ is }: TriedCaller, worth: Worth, route: string): boolean {
  const isOpen = OPEN.includes(route);
  if (isOpen) return true;
  if (is.role === "stranger" || is.role === "operator") return false;
  if (is.role === "client")
    return worth === "client" && (route.startsWith("POST /v1/auth/") || GIVES_HELPERS.includes(route));
  // a key of a client whom they look after opens what they can read; a token has to be good for keys
  if (worth === "client") return is.by === "session" || is.scopes.includes("keys:write");
  return is.by === "session" && SHOWN_AGAIN[route]?.includes(is.role) === true;
}

/** These take a secret themselves: a key, a passkey, a password, a link. */
const OPEN = [
  "POST /v1/auth/exchange",
  "POST /v1/auth/passkey",
  "POST /v1/auth/link",
  "POST /v1/manage/auth/sign-in",
  "POST /v1/manage/auth/link",
];
/** A client hands on the key of a helper, who may do less than the client. */
const GIVES_HELPERS = ["POST /v1/onboarding/helpers", "POST /v1/onboarding/helpers/:helperId/link"];
/** What a person alone gets, and who. */
const SHOWN_AGAIN: { [route: string]: string[] } = {
  "POST /v1/manage/me/tokens": ["manager", "administrator"],
  "POST /v1/manage/managers": ["administrator"],
  "POST /v1/manage/managers/:managerId/link": ["administrator"],
};

type Answer = { text: string; headers: Headers };

/** The secrets in an answer of a route, and the kinds among them that are worth more than the caller (promise P52). */
export function secretsIn({ text, headers }: Answer, route: string, caller: TriedCaller) {
  const secrets = redeemable(`${text} ${headers.get("set-cookie") ?? ""}`);
  return { count: secrets.length, holes: secrets.filter(({ kind }) => !mayGet(caller, WORTH[kind], route)) };
}
