const OURS = /^FIRSTHAND_/i;
/**
 * Kubernetes adds variables for each Service to every container; those of a Service named firsthand look like settings.
 */
const SERVICE_LINK =
  /^FIRSTHAND\w*_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
const LINKED_PORT = { name: /^FIRSTHAND\w*_PORT$/, value: /^(?:tcp|udp|sctp):\/\// };

/** The environment without the variables that Kubernetes adds. */
export function withoutServiceLinks(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isLink = (name: string, value = "") =>
    SERVICE_LINK.test(name) || (LINKED_PORT.name.test(name) && LINKED_PORT.value.test(value));
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => !isLink(name, value)));
}

/** Reports variables that look like settings but are not. PORT, HOST and DATABASE_URL have no prefix of ours. */
export function unknownNames(env: NodeJS.ProcessEnv, known: string[]): string[] {
  const unknown = Object.keys(env).filter((name) => OURS.test(name) && !known.includes(name));
  return unknown.map((name) => {
    const bare = name.replace(OURS, "");
    return `${name}: unknown setting.${known.includes(bare) ? ` Did you mean ${bare}?` : ""}`;
  });
}

/**
 * Returns undefined for an empty text. Throws if the whole text is in quotation marks: a shell removes them, but an env
 * file of Docker does not.
 */
export function unquoted(text: string | undefined): string | undefined {
  if (text !== undefined && /^(["'])(?:(?!\1).)*\1$/s.test(text))
    throw new Error("the quotation marks are part of the value. Remove them.");
  return text || undefined;
}

/**
 * Whether NODE_ENV is "production". Throws for "prod" and the like, which would create a sample account in a real
 * database.
 */
export function parseNodeEnv(text: string | undefined): boolean {
  const isMeant = /^prod/i.test(text ?? "");
  if (isMeant && text !== "production") throw new Error(`expected production, not "${text}".`);
  return isMeant;
}
