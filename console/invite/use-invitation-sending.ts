import { useMutation } from "@tanstack/react-query";
import type { BulkRequest } from "#contract/manage/bulk.ts";
import { startBulk } from "../bulk/use-bulk.ts";
import { useSetPin } from "../client/use-client.ts";

export type InvitationSending = {
  /** Sends the invitation. With `asksPin`, it first sets a PIN, so that no invitation goes out without one. */
  send: (request: BulkRequest, asksPin: boolean) => void;
  /** Retries the invitation if it failed after the PIN was set. */
  sendAgain: () => void;
  close: () => void;
  isBusy: boolean;
  isSent: boolean;
  error: Error | null;
  /** The new PIN; undefined until it is set. */
  pin: string | undefined;
};

type SendingCallbacks = { onClose: () => void; onStarted: (bulkId: string) => void };

/** Sends invitations. `clientId` is the client who gets a PIN, if requested. */
export function useInvitationSending(
  clientId: string,
  { onClose, onStarted }: SendingCallbacks,
): InvitationSending {
  const settingPin = useSetPin(clientId);
  const starting = useMutation({ mutationFn: startBulk });
  const pin = settingPin.data?.pin;
  const isBusy = settingPin.isPending || starting.isPending;
  return {
    send(request, asksPin) {
      if (isBusy) return;
      if (asksPin) settingPin.mutate(undefined, { onSuccess: () => starting.mutate(request) });
      else starting.mutate(request, { onSuccess: ({ bulkId }) => onStarted(bulkId) });
    },
    sendAgain() {
      if (!isBusy && starting.variables) starting.mutate(starting.variables);
    },
    close() {
      // closing now would lose the new PIN, which is shown only once
      if (settingPin.isPending || (pin !== undefined && starting.isPending)) return;
      if (starting.data) onStarted(starting.data.bulkId);
      else onClose();
    },
    isBusy,
    isSent: starting.isSuccess,
    error: settingPin.error ?? starting.error,
    pin,
  };
}
