const OURS = /^FIRSTHAND_/i;
/** Kubernetes tells every container of the Services beside it; one that is called firsthand would be taken for settings. */
const SERVICE_LINK =
  /^FIRSTHAND\w*_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
const LINKED_PORT = { name: /^FIRSTHAND\w*_PORT$/, value: /^(?:tcp|udp|sctp):\/\// };

/** The environment without what Kubernetes has put into it by itself. */
export function withoutServiceLinks(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isLink = (name: string, value = "") =>
    SERVICE_LINK.test(name) || (LINKED_PORT.name.test(name) && LINKED_PORT.value.test(value));
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => !isLink(name, value)));
}

/** What is wrong with names that look like settings and are none, each with what was perhaps meant. */
export function unknownNames(env: NodeJS.ProcessEnv, known: string[]): string[] {
  const unknown = Object.keys(env).filter((name) => OURS.test(name) && !known.includes(name));
  return unknown.map((name) => {
    const meant = meantBy(name, known);
    return `${name}: there is no such setting.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
  });
}

/**
 * An empty text is as good as none. Throws where quotation marks are around the whole of it: a shell takes them off, and
 * an env file of Docker or systemd's neighbours does not.
 */
export function unquoted(text: string | undefined): string | undefined {
  if (text !== undefined && /^(["'])(?:(?!\1).)*\1$/s.test(text))
    throw new Error("the quotation marks around it are part of the value. Leave them out.");
  return text || undefined;
}

/** Whether NODE_ENV says production. Throws where it nearly does: a sample account would be made in a real database. */
export function parseNodeEnv(text: string | undefined): boolean {
  const isMeant = /^prod/i.test(text ?? "") || distance(text ?? "", "production") <= 2;
  if (isMeant && text !== "production") throw new Error(`expected production, not "${text}".`);
  return isMeant;
}

/** The known name that a wrong one is nearest to, if it is near; its own part alone is compared. */
function meantBy(wrong: string, known: string[]): string | undefined {
  const part = ownPart(wrong);
  if (known.includes(part)) return part;
  const near = known
    .map((name) => ({ name, apart: distance(part, ownPart(name)) }))
    .filter(({ apart }) => apart <= Math.max(2, part.length / 4))
    .sort((one, other) => one.apart - other.apart);
  const longer = known.find((name) => ownPart(name).startsWith(`${part}_`));
  const shorter = known.find((name) => part.startsWith(`${ownPart(name)}_`));
  return near[0]?.name ?? longer ?? shorter;
}

function ownPart(name: string): string {
  return name.toUpperCase().replace(OURS, "");
}

/** How many letters are to be put in, left out, changed or swapped with their neighbour. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
