import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import type { OpenIdRefusal } from "#contract/manage/openid.ts";
import { AddressRefused } from "../outgoing/guarded-lookup.ts";
import { ProviderFailure } from "./provider-failure.ts";

/** The provider's OAuth error codes (RFC 6749 §4.1.2.1, §5.2). */
const SAID: { [error: string]: OpenIdRefusal } = {
  access_denied: "canceled",
  server_error: "provider-down",
  temporarily_unavailable: "provider-down",
  // a code that was used already, or is too old
  invalid_grant: "expired",
};
const WENT_SILENT = ["OAUTH_TIMEOUT", "OAUTH_ABORT"];

/** Classifies any error thrown while asking the provider. */
export function providerFailureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof AuthorizationResponseError) return said(error.error);
  if (error instanceof ResponseBodyError)
    return error.status >= 500 ? down(`answered ${error.status}`) : said(error.error);
  if (error instanceof ClientError) return ofClientError(error);
  return new ProviderFailure("provider-fault", (error as Error).name);
}

/** Classifies a network error on the way to the provider; the library itself reports timeouts. */
export function connectionFailureOf(error: unknown): unknown {
  if (error instanceof AddressRefused)
    return new ProviderFailure("provider-fault", "an address that is neither the issuer's own nor public");
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? down(code) : error;
}

function ofClientError({ code = "", message, cause }: ClientError): ProviderFailure {
  if (cause instanceof ProviderFailure) return cause;
  if (WENT_SILENT.includes(code)) return down(code);
  if (cause instanceof Response && cause.status >= 500) return down(`answered ${cause.status}`);
  return new ProviderFailure("provider-fault", `${code} ${ownWordsOf(cause) ?? message}`.trim());
}

/** The library's own messages quote nothing confidential; other causes might. */
function ownWordsOf(cause: unknown): string | undefined {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: string };
  return typeof code === "string" && code.startsWith("OAUTH_") ? message : undefined;
}

function said(error: string): ProviderFailure {
  const isWord = /^[\w.-]{1,60}$/.test(error);
  return new ProviderFailure(SAID[error] ?? "provider-fault", isWord ? error : "an error without a name");
}

function down(reason: string): ProviderFailure {
  return new ProviderFailure("provider-down", reason);
}
