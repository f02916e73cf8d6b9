/** More than this is cut, so that the name of every file stays within what disks and mails take. */
const NAME_MAX_LENGTH = 60;
/** Letters that no normal form turns into plain ones. */
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
 * The name of a file about one client, such as `brightside-cleaning-co_brief_2026-11-23.pdf`. A client whose name has no
 * Latin letter or digit goes by the id.
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

/** The name of a version of an interview as a file. */
export function interviewFileName(interviewId: string, name: string, version: number): string {
  return `${plainName(name) || interviewId}_version-${version}.yaml`;
}

/** In letters and digits that every disk, mail and header takes. */
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
