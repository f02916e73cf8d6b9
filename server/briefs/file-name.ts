/** Longer names are cut, so that every file name fits the limits of disks and mails. */
const NAME_MAX_LENGTH = 60;
/** Letters that Unicode normalization does not reduce to plain ones. */
const LETTERS: { [letter: string]: string } = {
  ß: "ss",
  æ: "ae",
  ø: "o",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
};

type NamedClient = { clientId: string; clientName: string };
type FileNameOptions = { day: string; format: string };

/**
 * The name of a file about one client, such as `brightside-cleaning-co_brief_2026-11-23.pdf`. If the client's name has
 * no Latin letters or digits, the id is used.
 */
export function clientFileName(
  { clientId, clientName }: NamedClient,
  what: string,
  { day, format }: FileNameOptions,
): string {
  return `${plainName(clientName) || clientId}_${what}_${day}.${format}`;
}

/** The name of a file about several clients. */
export function clientsFileName({ day, format }: FileNameOptions): string {
  return `clients_${day}.${format}`;
}

/** The file name of an interview's version. */
export function interviewFileName(interviewId: string, name: string, version: number): string {
  return `${plainName(name) || interviewId}_version-${version}.yaml`;
}

/** Only letters and digits that every disk, mail and header accepts. */
function plainName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[ßæøœłđðþ]/g, (letter) => LETTERS[letter] ?? "")
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, NAME_MAX_LENGTH)
    .replace(/^-|-$/g, "");
}
