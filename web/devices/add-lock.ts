import { addPasskey, askForNewPasskey } from "../api/passkeys-api.ts";
import type { CallError } from "../api/result.ts";
import { makeLock } from "../session/lock/device-lock.ts";
import { rememberLocks } from "../session/lock/known-locks.ts";
import type { Entrance, SessionStore } from "../session/session.ts";
import { findToken } from "../session/token.ts";
import { t } from "../translate.ts";
import type { NewToast } from "../ui/feedback/toasts.ts";

type AddLockOutcome = { kind: "added" | "declined" } | { kind: "failed"; error: CallError };
type RememberLock = (entrance: Entrance) => Promise<void>;

/**
 * Adds the lock of this device, which signs the client in next time, and returns a toast about the result. `remember`
 * lets the lock's secret open the draft without a connection; some devices give that secret only from the first sign-in
 * on.
 */
export async function addLock(session: SessionStore, remember: RememberLock): Promise<NewToast> {
  const outcome = await add(session, remember);
  if (outcome.kind === "added")
    return { type: "success", about: "lock", title: t("locks.added.title"), message: t("locks.added.text") };
  const message = outcome.kind === "failed" ? outcome.error.message : t("locks.declined");
  return { type: "error", about: "lock", title: t("locks.notAdded"), message };
}

async function add(session: SessionStore, remember: RememberLock): Promise<AddLockOutcome> {
  const token = await findToken(session);
  if (!token.ok) return { kind: "failed", error: token.error };
  const asked = await askForNewPasskey(token.data);
  if (!asked.ok) return { kind: "failed", error: asked.error };
  const made = await makeLock(asked.data);
  if (made === undefined) return { kind: "declined" };
  if (made === "known") {
    // one of them is this device's lock, but the device does not say which
    await rememberLocks(asked.data.excludeCredentials.map(({ id }) => id));
    return { kind: "added" };
  }
  const added = await addPasskey(token.data, made.passkey);
  if (!added.ok) return { kind: "failed", error: added.error };
  await rememberLocks([made.passkey.id]);
  await remember({ lockSecret: made.secret });
  return { kind: "added" };
}
