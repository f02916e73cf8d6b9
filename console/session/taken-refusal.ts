import { type OpenIdRefusal, openIdRefusals } from "#contract/manage/openid.ts";

const PREFIX = "#refused=";

/** Takes the reason of a failed OpenID Connect sign-in out of the URL, so that a reload does not show it again. */
export function takeRefusal({
  location,
  history,
}: Pick<Window, "location" | "history">): OpenIdRefusal | undefined {
  if (!location.hash.startsWith(PREFIX)) return undefined;
  const code = location.hash.slice(PREFIX.length);
  history.replaceState(null, "", location.pathname);
  return openIdRefusals.find((refusal) => refusal === code);
}
