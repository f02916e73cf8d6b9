import { bareHost } from "../outgoing/bare-host.ts";
import { isThisMachine } from "../outgoing/loopback.ts";

const ISSUER_EXPECTED = "expected the issuer's address, such as https://id.example.com";
const NAME_MAX_LENGTH = 40;

/** Normalizes the issuer, which is compared and stored in this form. Throws an Error that says what is expected. */
export function parseIssuer(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new Error(`${ISSUER_EXPECTED}.`);
  if (url.protocol === "http:" && !isThisMachine(bareHost(url)))
    throw new Error(`${ISSUER_EXPECTED}: plain http is for this machine only.`);
  if (url.pathname.includes("/.well-known/"))
    throw new Error(`${ISSUER_EXPECTED}, without /.well-known/ and anything after it.`);
  return url.href;
}

/** Throws an Error that does not quote the value, because it may be a secret. */
export function parseCredential(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{1,1000}$/.test(text))
    throw new Error("expected the value from the provider, without spaces or line breaks.");
  return text;
}

/** The provider's name on the sign-in button. */
export function parseButtonName(text: string | undefined): string {
  const name = (text ?? "single sign-on").trim();
  if (name === "" || name.length > NAME_MAX_LENGTH || /\p{C}/u.test(name))
    throw new Error(`expected at most ${NAME_MAX_LENGTH} characters on one line.`);
  return name;
}
