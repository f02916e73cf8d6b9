import { type OpenIdRefusal, openIdRefusals } from "#contract/manage/openid.ts";

const PREFIX = "#refused=";

/** Why a sign-in by OpenID Connect came back without success, taken out of the address: a reload is no new refusal. */
export function takeRefusal({
  location,
  history,
}: Pick<Window, "location" | "history">): OpenIdRefusal | undefined {
  if (!location.hash.startsWith(PREFIX)) return undefined;
  const code = location.hash.slice(PREFIX.length);
  history.replaceState(null, "", location.pathname);
  return openIdRefusals.find((refusal) => refusal === code);
}
