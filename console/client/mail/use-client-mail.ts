import { useQuery } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { ClientMail, ReminderResult } from "#contract/manage/mail/mail.ts";
import { call } from "../../api/call.ts";
import { LIVE_MS } from "../../api/queries.ts";
import { CLIENTS } from "../../clients/use-clients.ts";
import { useMailSetUp } from "../../mail/use-mails.ts";
import { useClientAct } from "../use-client.ts";

/** The client's email settings and next reminder, refreshed continuously. */
export function useClientMail(clientId: string) {
  return useQuery<ClientMail>({
    queryKey: [CLIENTS, clientId, "mail"],
    queryFn: () => call(manageEndpoints.clientMail, { params: { clientId } }),
    refetchInterval: LIVE_MS,
  });
}

/** Whether the client can get email; false while loading. */
export function useCanRemind(clientId: string): boolean {
  const { data: setUp } = useMailSetUp();
  const { data: mail } = useClientMail(clientId);
  return Boolean(setUp?.sendsMail && mail?.hasAddress && !mail.isOptedOut);
}

/** Undoes the opt-out of a client who asked for emails again. */
export function useUndoOptOut(clientId: string, onDone: () => void) {
  const params = { clientId };
  return useClientAct<void, object>(() => call(manageEndpoints.undoOptOut, { params }), onDone);
}

/** Turns automatic reminders for the client on or off. */
export function useTurnReminders(clientId: string) {
  const params = { clientId };
  return useClientAct<boolean, object>((getsReminders) =>
    call(manageEndpoints.changeClient, { params, body: { getsReminders } }),
  );
}

export function useRemindNow(clientId: string) {
  const params = { clientId };
  return useClientAct<void, ReminderResult>(() => call(manageEndpoints.remindNow, { params }));
}
