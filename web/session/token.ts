import { endSession, exchangeKey } from "../api/auth-api.ts";
import { askForPasskey } from "../api/passkeys-api.ts";
import { failed, type Result } from "../api/result.ts";
import { errorSentence, t } from "../translate.ts";
import type { SessionStore } from "./session.ts";

/** The token, exchanged now for the key where the client went to work without a connection. */
export async function findToken(session: SessionStore): Promise<Result<string>> {
  const { accessToken, accessKey, lockSecret } = session.getState();
  if (accessToken !== undefined) return { ok: true, data: accessToken };
  if (accessKey === undefined && lockSecret !== undefined) return waitForLock();
  if (accessKey === undefined) return fromCatalogue("NOT_AUTHENTICATED");
  const exchanged = await exchangeKey({ key: accessKey });
  if (exchanged.ok) {
    const { credentials } = exchanged;
    // nobody's any more, where the client has logged out meanwhile
    if (credentials.clientId === session.getState().client?.id) {
      const { accessToken: token, helped } = credentials;
      session.setState({ accessToken: token, accessKey: undefined, helped });
      return { ok: true, data: credentials.accessToken };
    }
    endSession(credentials.accessToken);
    return failed("UNAUTHORIZED", t("access.otherClient"), 401);
  }
  const { failure } = exchanged;
  // a device that is opened without a connection asks for no PIN: what is on it is the client's own
  if (failure.kind === "pin") return failed("UNAUTHORIZED", t("session.pin"), 401);
  if (failure.kind === "refused" || failure.kind === "link")
    return failed("UNAUTHORIZED", failure.message || t("access.failed"), 401);
  return failure.kind === "unavailable"
    ? failed("SERVER_ERROR", failure.message, 503)
    : fromCatalogue("CONNECTION_ERROR");
}

/** The lock opened the draft without a connection. Once there is one, the client has to open it again. */
async function waitForLock(): Promise<Result<string>> {
  const reached = await askForPasskey();
  const isReached = reached.ok || (reached.error.status ?? 500) < 500;
  return isReached ? failed("UNAUTHORIZED", t("session.lock"), 401) : fromCatalogue("CONNECTION_ERROR");
}

function fromCatalogue(code: "NOT_AUTHENTICATED" | "CONNECTION_ERROR") {
  return failed(code, errorSentence(code) ?? code);
}
