import { type RefObject, useEffect, useRef, useState } from "react";
import { type Credentials, exchangeKey } from "../api/firsthand-api.ts";
import { t } from "../translate.ts";

type Access = {
  /** The form, so that a press from before the app ran can be told. */
  form: RefObject<HTMLFormElement | null>;
  field: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  isBusy: boolean;
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
  const [state, setState] = useState<{ error: string | undefined; isBusy: boolean }>({
    error: undefined,
    isBusy: false,
  });

  const submit = async () => {
    const input = field.current;
    if (!input || state.isBusy) return;
    const key = input.value.replace(/\s/g, "");
    if (key === "") return setState({ error: t("access.empty"), isBusy: false });
    setState({ error: undefined, isBusy: true });
    const result = await exchangeKey(key);
    if (result.ok) return onSignedIn(result.credentials, key);
    const { failure } = result;
    if (failure.kind !== "refused" && (await onUnreachable?.(key))) return;
    if (failure.kind !== "no-connection") input.value = "";
    const error =
      failure.kind === "no-connection" ? t("access.connection") : failure.message || t("access.failed");
    setState({ error, isBusy: false });
    input.focus();
  };

  // once, when the app takes the page over
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later press has its own event
  useEffect(() => {
    takeKeyFromAddress(field.current);
    if (wasPressedBefore(form.current)) void submit();
  }, []);

  return { ...state, form, field, submit: () => void submit() };
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
