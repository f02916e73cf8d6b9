import { type RefCallback, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { HELPER_LINK_MARK } from "#contract/helper-link.ts";
import { type Credentials, type ExchangeFailure, exchangeKey } from "../api/auth-api.ts";
import { t } from "../translate.ts";
import type { Entrance } from "./session.ts";

type AccessState = {
  /** The error at the PIN's field if there is one, or else at the key's. */
  error: string | undefined;
  isBusy: boolean;
  /** What the server says about the PIN; undefined while no PIN is asked for. */
  pinHint: string | undefined;
  /** The key of a sign-in link that no longer works here; a new link can be mailed for it. */
  endedLink: string | undefined;
};

const RESTING: AccessState = { error: undefined, isBusy: false, pinHint: undefined, endedLink: undefined };

type Access = AccessState & {
  /** The form, so that a press from before the app ran can be detected. */
  form: RefObject<HTMLFormElement | null>;
  field: RefObject<HTMLInputElement | null>;
  /** The field for the PIN, which gets the focus as soon as it appears. */
  pinField: RefCallback<HTMLInputElement>;
  submit: () => void;
  /** Signs in with this key, as if it had been entered. */
  submitKey: (key: string) => void;
  /** The question that the link leads to. */
  questionId: () => string | undefined;
  /** Call this when the client types: the error is about the text before. */
  clearError: () => void;
};

export type AccessOutcomes = {
  onSignedIn: (credentials: Credentials, entrance: Entrance, questionId?: string) => void | Promise<void>;
  /** Called when the server did not answer; returns whether the key or the lock opened a draft on this device. */
  onUnreachable?: (entrance: Entrance, questionId?: string) => Promise<boolean>;
};

/** Exchanges the key in the field for a session, and says in a sentence why it could not. */
export function useAccess({ onSignedIn, onUnreachable }: AccessOutcomes): Access {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const pin = useRef<HTMLInputElement>(null);
  const question = useRef<string>(undefined);
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
    if (result.ok) return onSignedIn(result.credentials, { accessKey: key }, question.current);
    const { failure } = result;
    if (failure.kind === "pin") return askForPin(failure.message);
    const isAnswered = failure.kind !== "unavailable" && failure.kind !== "no-connection";
    if (isAnswered || !(await onUnreachable?.({ accessKey: key }, question.current)))
      tell(failure, { input, key });
  };

  const tell = (failure: Exclude<ExchangeFailure, { kind: "pin" }>, { input, key }: KeyAttempt) => {
    if (failure.kind === "no-connection") {
      setState({ ...state, error: t("access.connection") });
      return (pin.current ?? input).focus();
    }
    const endedLink = failure.kind === "link" ? key : undefined;
    setState({ ...RESTING, error: failure.message || t("access.failed"), endedLink });
    input.value = "";
    input.focus();
  };

  /** Keeps the key in its field. If there is already a field for the PIN, the message is an error about that PIN. */
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
    question.current = takeLink(field.current);
    if (wasPressedBefore(form.current)) void submit();
    else takeFocus(form.current, field.current);
  }, []);

  const submitKey = (key: string) => {
    if (field.current) field.current.value = key;
    void submit();
  };
  const clearError = () => state.error !== undefined && setState({ ...state, error: undefined });

  return {
    ...state,
    form,
    field,
    pinField,
    submit: () => void submit(),
    submitKey,
    clearError,
    questionId: () => question.current,
  };
}

type KeyAttempt = { input: HTMLInputElement; key: string };

/**
 * A link may carry the key in its fragment, which no server sees. Moves the key from the address into the field, and
 * returns the question that the link leads to, if any.
 */
function takeLink(field: HTMLInputElement | null): string | undefined {
  const link = new URLSearchParams(location.hash.slice(1));
  const key = link.get("key");
  if (key === null) return undefined;
  // the mark stays, so that after a reload or Back the screen still speaks to a helper
  const rest = link.has(HELPER_LINK_MARK) ? `#${HELPER_LINK_MARK}` : "";
  history.replaceState(history.state, "", location.pathname + location.search + rest);
  if (field && field.value === "") field.value = key.trim();
  return link.get("q") ?? undefined;
}

/** Focuses the key's field or, if a link has filled the field, the button, so that Enter is enough. */
function takeFocus(form: HTMLFormElement | null, field: HTMLInputElement | null): void {
  if (document.activeElement !== document.body) return;
  const button = form?.querySelector<HTMLElement>("[type=submit]");
  if (field?.value) button?.focus();
  else field?.focus();
}

/**
 * Whether the form was submitted while the page was still waiting for its script. The browser then marks every control
 * as touched by the user, even the hidden one that no one can touch.
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
