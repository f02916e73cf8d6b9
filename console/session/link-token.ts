const PREFIX = "#link=";

/** The token of a one-time link, taken out of the address so that neither history nor a screenshot keeps it. */
export function takeLinkToken({
  location,
  history,
}: Pick<Window, "location" | "history">): string | undefined {
  if (!location.hash.startsWith(PREFIX)) return undefined;
  const token = location.hash.slice(PREFIX.length);
  history.replaceState(null, "", location.pathname);
  return token;
}
