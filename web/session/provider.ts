import type { Language } from "#contract/languages.ts";

/** Who asks the questions, as the server wrote it into the page. */
export type Provider = {
  name: string;
  /** The page's address in each language; empty where it is not offered. */
  languages: { [Of in Language]: string };
  support: Support;
  /** How long the whole interview takes, about; as text, since the build writes the page before the server knows it. */
  minutes: string;
};

/** How somebody who is stuck reaches the provider; empty where a way is not offered. */
export type Support = {
  email: string;
  phone: string;
  /** The address by which the phone is dialled. */
  dialled: string;
  /** A page that helps. */
  page: string;
};

export function offersSupport({ email, phone, page }: Support): boolean {
  return email !== "" || phone !== "" || page !== "";
}
