const OURS = /^FIRSTHAND_/i;
/** Kubernetes tells every container of the Services beside it; one that is called firsthand would be taken for settings. */
const SERVICE_LINK =
  /^FIRSTHAND\w*_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
const LINKED_PORT = { name: /^FIRSTHAND\w*_PORT$/, value: /^(?:tcp|udp|sctp):\/\// };

/** The environment without what Kubernetes has put into it automatically. */
export function withoutServiceLinks(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isLink = (name: string, value = "") =>
    SERVICE_LINK.test(name) || (LINKED_PORT.name.test(name) && LINKED_PORT.value.test(value));
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => !isLink(name, value)));
}

/** What is wrong with names that only look like settings. PORT, HOST and DATABASE_URL are without our prefix. */
export function unknownNames(env: NodeJS.ProcessEnv, known: string[]): string[] {
  const unknown = Object.keys(env).filter((name) => OURS.test(name) && !known.includes(name));
  return unknown.map((name) => {
    const bare = name.replace(OURS, "");
    return `${name}: unknown setting.${known.includes(bare) ? ` Did you mean ${bare}?` : ""}`;
  });
}

/**
 * An empty text is as good as none. Throws where quotation marks are around the whole of it: a shell takes them off, and
 * an env file of Docker or systemd's neighbours does not.
 */
export function unquoted(text: string | undefined): string | undefined {
  if (text !== undefined && /^(["'])(?:(?!\1).)*\1$/s.test(text))
    throw new Error("the quotation marks are part of the value. Remove them.");
  return text || undefined;
}

/** Whether NODE_ENV says production. Throws for "prod" and the like: a sample account would be made in a real database. */
export function parseNodeEnv(text: string | undefined): boolean {
  const isMeant = /^prod/i.test(text ?? "");
  if (isMeant && text !== "production") throw new Error(`expected production, not "${text}".`);
  return isMeant;
}
