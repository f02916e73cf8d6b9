import { type RefCallback, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type Credentials, type ExchangeFailure, exchangeKey } from "../api/auth-api.ts";
import { t } from "../translate.ts";

type AccessState = {
  /** Of the PIN's field where there is one, else of the key's. */
  error: string | undefined;
  isBusy: boolean;
  /** What the server says of the PIN; undefined while none is asked for. */
  pinHint: string | undefined;
};

const RESTING: AccessState = { error: undefined, isBusy: false, pinHint: undefined };

type Access = AccessState & {
  /** The form, so that a press from before the app ran can be detected. */
  form: RefObject<HTMLFormElement | null>;
  field: RefObject<HTMLInputElement | null>;
  /** The field for the PIN has the focus as soon as it is there. */
  pinField: RefCallback<HTMLInputElement>;
  submit: () => void;
};

export type AccessOutcomes = {
  onSignedIn: (credentials: Credentials, accessKey: string) => void | Promise<void>;
  /** Without an answer of the server: whether the key opened what is on this device. */
  onUnreachable?: (accessKey: string) => Promise<boolean>;
};

/** Exchanges what stands in the field for a session, and says in a sentence why it could not. */
export function useAccess({ onSignedIn, onUnreachable }: AccessOutcomes): Access {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const pin = useRef<HTMLInputElement>(null);
  const [state, setState] = useState(RESTING);
  const pinField = useCallback((input: HTMLInputElement | null) => {
    pin.current = input;
    input?.focus();
  }, []);

  const submit = async () => {
    const input = field.current;
    if (!input || state.isBusy) return;
    const key = input.value.replace(/\s/g, "");
    if (key === "") return setState({ ...RESTING, error: t("access.empty") });
    setState({ ...state, error: undefined, isBusy: true });
    const result = await exchangeKey({ key, pin: pin.current?.value });
    if (result.ok) return onSignedIn(result.credentials, key);
    const { failure } = result;
    if (failure.kind === "pin") return askForPin(failure.message);
    if (failure.kind === "refused" || !(await onUnreachable?.(key))) tell(failure, input);
  };

  const tell = (failure: Exclude<ExchangeFailure, { kind: "pin" }>, input: HTMLInputElement) => {
    if (failure.kind === "no-connection") {
      setState({ ...state, error: t("access.connection") });
      return (pin.current ?? input).focus();
    }
    setState({ ...RESTING, error: failure.message || t("access.failed") });
    input.value = "";
    input.focus();
  };

  /** The key stays where it is. What is said once there is a field for the PIN is said of what stood in it. */
  const askForPin = (message: string) => {
    const { pinHint } = state;
    setState({ ...RESTING, pinHint: pinHint ?? message, error: pinHint === undefined ? undefined : message });
    if (!pin.current) return;
    pin.current.value = "";
    pin.current.focus();
  };

  // once, when the app takes the page over
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later press has its own event
  useEffect(() => {
    takeKeyFromAddress(field.current);
    if (wasPressedBefore(form.current)) void submit();
  }, []);

  return { ...state, form, field, pinField, submit: () => void submit() };
}

/** A link may carry the key in its fragment, which no server sees; it fills the field and leaves the address. */
function takeKeyFromAddress(field: HTMLInputElement | null): void {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key === null) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  if (field && field.value === "") field.value = key.trim();
}

/**
 * Whether the form was submitted while the page was still waiting for its script. The browser then marks every
 * control as touched by the user, also the hidden one that nobody can touch.
 */
function wasPressedBefore(form: HTMLFormElement | null): boolean {
  const mark = form?.querySelector("[data-press-mark]");
  return (
    mark !== null &&
    mark !== undefined &&
    CSS.supports("selector(:user-valid)") &&
    mark.matches(":user-valid")
  );
}
