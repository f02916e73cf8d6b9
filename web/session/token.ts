import { endSession, exchangeKey } from "../api/auth-api.ts";
import { askForPasskey } from "../api/passkeys-api.ts";
import { failedResult, type Result } from "../api/result.ts";
import { errorSentence, t } from "../translate.ts";
import type { SessionStore } from "./session.ts";

/** The token. A client who started without a connection gets it now, in exchange for the key. */
export async function findToken(session: SessionStore): Promise<Result<string>> {
  const { accessToken, accessKey, lockSecret } = session.getState();
  if (accessToken !== undefined) return { ok: true, data: accessToken };
  if (accessKey === undefined && lockSecret !== undefined) return waitForLock();
  if (accessKey === undefined) return fromCatalog("NOT_AUTHENTICATED");
  const exchanged = await exchangeKey({ key: accessKey });
  if (exchanged.ok) {
    const { credentials } = exchanged;
    // after a logout in the meantime, the token belongs to no one here
    if (credentials.clientId === session.getState().client?.id) {
      const { accessToken: token, helped } = credentials;
      session.setState({ accessToken: token, accessKey: undefined, helped });
      return { ok: true, data: credentials.accessToken };
    }
    endSession(credentials.accessToken);
    return failedResult("UNAUTHORIZED", t("access.otherClient"), 401);
  }
  const { failure } = exchanged;
  // a draft opened without a connection needs no PIN, because what is on the device is the client's own
  if (failure.kind === "pin") return failedResult("UNAUTHORIZED", t("session.pin"), 401);
  if (failure.kind === "refused" || failure.kind === "link")
    return failedResult("UNAUTHORIZED", failure.message || t("access.failed"), 401);
  return failure.kind === "unavailable"
    ? failedResult("SERVER_ERROR", failure.message, 503)
    : fromCatalog("CONNECTION_ERROR");
}

/** The lock opened the draft without a connection. Once the server answers, the client has to open the lock again. */
async function waitForLock(): Promise<Result<string>> {
  const reached = await askForPasskey();
  const isReached = reached.ok || (reached.error.status ?? 500) < 500;
  return isReached ? failedResult("UNAUTHORIZED", t("session.lock"), 401) : fromCatalog("CONNECTION_ERROR");
}

function fromCatalog(code: "NOT_AUTHENTICATED" | "CONNECTION_ERROR") {
  return failedResult(code, errorSentence(code) ?? code);
}
