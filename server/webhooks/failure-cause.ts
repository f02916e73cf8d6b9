import type { DeliveryCause } from "#contract/manage/webhooks/delivery-causes.ts";
import type consoleEnglish from "#contract/messages/console/en.json";
import { AddressRefused } from "../outgoing/guarded-lookup.ts";
import { readCatalogs } from "../runtime/catalogs.ts";

const CAUSES: { [code: string]: DeliveryCause } = {
  ENOTFOUND: "no-such-host",
  ENODATA: "no-such-host",
  EAI_AGAIN: "name-failed",
  ECONNREFUSED: "connection-refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  ETIMEDOUT: "unreachable",
  ECONNRESET: "cut-off",
  EPIPE: "cut-off",
  CERT_HAS_EXPIRED: "certificate-expired",
  CERT_NOT_YET_VALID: "certificate-expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate-untrusted",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate-untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "certificate-untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate-untrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate-untrusted",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate-other-host",
  EPROTO: "tls-failed",
};

/** Maps a request's error to one of the causes that are shown. */
export function causeOf(error: unknown): DeliveryCause {
  if (error instanceof AddressRefused) return "address-refused";
  const { name, code = "" } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError") return "timed-out";
  if (code.startsWith("HPE_")) return "not-http";
  if (code.startsWith("ERR_SSL_")) return "tls-failed";
  return CAUSES[code] ?? "failed";
}

/** The console's English sentence for the cause. */
export function sentenceOf(cause: DeliveryCause): string {
  const words = readCatalogs("console").en as typeof consoleEnglish;
  return words[`deliveryCause.${cause}`];
}
