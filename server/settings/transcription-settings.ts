import * as z from "zod";

/** How the texts of the transcriber's settings are read. Each throws an Error that says what is expected. */

export const OPENAI_URL = "https://api.openai.com/v1";
export const COMMAND_EXPECTED =
  'Expected a list of texts in JSON, with "{wav}" where the file goes, such as ["program","{wav}"].';

const commandSchema = z
  .array(z.string().min(1))
  .refine(([program, ...args]) => program !== undefined && args.some((arg) => arg.includes("{wav}")));

export function parseCommand(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const command = commandSchema.safeParse(asJson(text));
  if (!command.success) throw new Error(COMMAND_EXPECTED);
  return command.data;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A wrong one is not quoted, since a key may be part of it. */
export function parseServiceUrl(text = OPENAI_URL): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new Error(`expected an address such as ${OPENAI_URL}, with nothing behind its path.`);
  }
  // the address is printed
  if (url.username || url.password) throw new Error("the key belongs into FIRSTHAND_TRANSCRIBER_KEY.");
  return url.href.replace(/\/+$/, "");
}

/** A wrong one is not quoted: it is a secret all the same. */
export function parseKey(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]+$/.test(text)) {
    throw new Error("expected a key without spaces or line ends.");
  }
  return text;
}

export function parseLanguage(text: string | undefined): string | undefined {
  if (text !== undefined && !/^([a-z]{2}|auto)$/.test(text)) {
    throw new Error(`expected two letters such as en, or auto, not "${text}".`);
  }
  return text;
}
