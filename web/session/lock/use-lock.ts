import { type RefCallback, useCallback, useEffect, useRef, useState } from "react";
import type { PasskeySignIn } from "#contract/api/passkeys.ts";
import { askForPasskey, signInByPasskey } from "../../api/passkeys-api.ts";
import { t } from "../../translate.ts";
import type { AccessOutcomes } from "../use-access.ts";
import { openLock, openLockOffline } from "./device-lock.ts";
import { forgetLock } from "./known-locks.ts";

export type LockOutcomes = Pick<AccessOutcomes, "onSignedIn" | "onUnreachable">;

type LockState = {
  error: string | undefined;
  isBusy: boolean;
  pinHint: string | undefined;
  /** Whether the lock turned out not to sign in here any more. */
  isGone: boolean;
};
type UnlockResult = { passkey: PasskeySignIn["passkey"]; secret: string | undefined };

const RESTING: LockState = { error: undefined, isBusy: false, pinHint: undefined, isGone: false };

/** Opens the lock of this device and signs in with its answer, and with the PIN if the client has one. */
export function useLock({ onSignedIn, onUnreachable }: LockOutcomes) {
  const pin = useRef<HTMLInputElement>(null);
  const opened = useRef<UnlockResult>(undefined);
  const [state, setState] = useState(RESTING);
  const pinField: RefCallback<HTMLInputElement> = useCallback((input) => {
    pin.current = input;
    input?.focus();
  }, []);
  const fail = (error: string) => setState({ ...RESTING, error });

  const open = async () => {
    setState({ ...RESTING, isBusy: true });
    const asked = await askForPasskey();
    if (!asked.ok) {
      if (asked.error.status !== undefined && asked.error.status < 500) return fail(asked.error.message);
      const secret = await openLockOffline();
      const isOpen = secret !== undefined && (await onUnreachable?.({ lockSecret: secret }));
      return isOpen ? undefined : fail(t("access.connection"));
    }
    opened.current = await openLock(asked.data);
    return opened.current ? send(opened.current) : fail(t("lock.notOpened"));
  };

  const send = async ({ passkey, secret }: UnlockResult) => {
    setState((before) => ({ ...before, isBusy: true, error: undefined }));
    const result = await signInByPasskey({ passkey, pin: pin.current?.value });
    if (result.ok) return onSignedIn(result.credentials, { lockSecret: secret });
    const { failure } = result;
    if (failure.kind === "pin") {
      const isAsked = pin.current !== null;
      if (pin.current) pin.current.value = "";
      pin.current?.focus();
      return setState((before) => ({
        ...RESTING,
        pinHint: before.pinHint ?? failure.message,
        error: isAsked ? failure.message : undefined,
      }));
    }
    if (failure.kind === "no-connection") return fail(t("access.connection"));
    const isGone = failure.kind === "refused" && failure.code === "PASSKEY_UNKNOWN";
    if (isGone) await forgetLock(passkey.id);
    setState({ ...RESTING, error: failure.message || t("access.failed"), isGone });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the bundle has loaded
  useEffect(() => void open(), []);

  return {
    ...state,
    pinField,
    open: () => void open(),
    sendPin: () => void (opened.current ? send(opened.current) : open()),
    /** Goes back to the access key and the lock. */
    cancel() {
      setState(RESTING);
      // once the field is shown again
      setTimeout(() => document.getElementById("access-key")?.focus());
    },
    clearError: () => state.error !== undefined && setState({ ...state, error: undefined }),
  };
}
