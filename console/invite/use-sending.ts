import { useMutation } from "@tanstack/react-query";
import type { BulkRequest } from "#contract/manage/bulk.ts";
import { startBulk } from "../bulk/use-bulk.ts";
import { useSetPin } from "../client/use-client.ts";

export type Sending = {
  /** With `asksPin`, a PIN is set before, so that no invitation goes out without it. */
  send: (request: BulkRequest, asksPin: boolean) => void;
  /** The same once more, where it failed after the PIN was set. */
  sendAgain: () => void;
  close: () => void;
  isBusy: boolean;
  isSent: boolean;
  error: Error | null;
  /** Once it is set. */
  pin: string | undefined;
};

type SendingEnds = { onClose: () => void; onStarted: (bulkId: string) => void };

/** Sends invitations. `clientId`: of the client who gets a PIN, where one is asked for. */
export function useSending(clientId: string, { onClose, onStarted }: SendingEnds): Sending {
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
      // a PIN that is on its way would never be shown
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
