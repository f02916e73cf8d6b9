import { useEffect, useRef, useState } from "react";
import { emailLink } from "../api/link-api.ts";
import { t } from "../translate.ts";

type EmailLinkState = { sent: string | undefined; error: string | undefined; isBusy: boolean };

const RESTING: EmailLinkState = { sent: undefined, error: undefined, isBusy: false };

/**
 * Requests a sign-in link by email. With the key of an ended link, the request is sent at once, since the client has
 * already pressed for it.
 */
export function useEmailLink(endedLink: string | undefined) {
  const field = useRef<HTMLInputElement>(null);
  const [request, setRequest] = useState(RESTING);

  const send = async () => {
    if (request.isBusy) return;
    const email = field.current?.value.trim() ?? "";
    if (endedLink === undefined && email === "") {
      setRequest({ ...RESTING, error: t("link.empty") });
      return field.current?.focus();
    }
    setRequest({ ...RESTING, isBusy: true });
    const result = await emailLink(endedLink === undefined ? { email } : { key: endedLink });
    if (result.ok) {
      const { sentTo } = result.data;
      const sent = sentTo === null ? t("link.maybeSent") : t("link.sent", { address: sentTo });
      return setRequest({ ...RESTING, sent });
    }
    const { code, message } = result.error;
    setRequest({ ...RESTING, error: code === "VALIDATION_ERROR" ? t("link.invalid") : message });
    field.current?.focus();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the bundle has loaded
  useEffect(() => {
    if (endedLink === undefined) field.current?.focus();
    else void send();
  }, []);

  const clearError = () => request.error !== undefined && setRequest(RESTING);
  return { ...request, field, send: () => void send(), clearError };
}
