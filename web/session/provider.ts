import type { Language } from "#contract/languages.ts";

/** The provider, who asks the questions, as the server wrote it into the page. */
export type Provider = {
  name: string;
  /** The page's address in each language; empty if the language is not offered. */
  languages: { [Of in Language]: string };
  support: Support;
  /**
   * About how long the whole interview takes. Text, because the build makes the page before the server knows the
   * number.
   */
  minutes: string;
};

/** How a client who needs help reaches the provider; a way that is not offered is empty. */
export type Support = {
  email: string;
  phone: string;
  /** The address that dials the phone number. */
  dialed: string;
  /** The address of a help page. */
  page: string;
};

export function offersSupport({ email, phone, page }: Support): boolean {
  return email !== "" || phone !== "" || page !== "";
}
