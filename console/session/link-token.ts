const PREFIX = "#link=";

/** Takes the token of a one-time link out of the URL, so that neither the history nor a screenshot contains it. */
export function takeLinkToken({
  location,
  history,
}: Pick<Window, "location" | "history">): string | undefined {
  if (!location.hash.startsWith(PREFIX)) return undefined;
  const token = location.hash.slice(PREFIX.length);
  history.replaceState(null, "", location.pathname);
  return token;
}
