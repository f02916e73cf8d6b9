import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { PAGE_MAX } from "#contract/api/paging.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { InvitationPreview, InvitationRequest } from "#contract/manage/invitations.ts";
import type { ReminderResult } from "#contract/manage/mail/mail.ts";
import { call } from "../api/call.ts";
import { isOutOfReach } from "../api/call-failure.ts";
import { CLIENTS } from "../clients/use-clients.ts";
import { useDebouncedValue } from "../ui/use-debounced-value.ts";
import type { InviteTarget } from "./invite-target.ts";
import type { Recipient } from "./recipient.ts";

/** The preview updates after this pause in typing, to avoid a call for each keystroke. */
const PREVIEW_AFTER_MS = 300;
/** How many clients to look up by ID, each with a separate call. */
const LOOKED_UP_MAX = 30;

/** The first clients of a target, freshly loaded. */
export function useRecipients(target: InviteTarget) {
  return useQuery<Recipient[]>({
    queryKey: [CLIENTS, "recipients", target],
    queryFn: () => ("ids" in target ? readClients(target.ids) : readSelection(target)),
  });
}

async function readClients(ids: string[]): Promise<Recipient[]> {
  const found = await Promise.all(ids.slice(0, LOOKED_UP_MAX).map(readClient));
  return found.filter((client) => client !== undefined);
}

/** Undefined if the client no longer exists or now belongs to another manager. */
async function readClient(clientId: string): Promise<Recipient | undefined> {
  try {
    return await call(manageEndpoints.findClient, { params: { clientId } });
  } catch (error) {
    if (error instanceof Error && isOutOfReach(error)) return undefined;
    throw error;
  }
}

async function readSelection({
  selection,
  except,
}: Extract<InviteTarget, { selection: unknown }>): Promise<Recipient[]> {
  const { clients } = await call(manageEndpoints.listClients, { query: { ...selection, limit: PAGE_MAX } });
  return clients.filter(({ clientId }) => !except.includes(clientId));
}

type InvitationPreviewState = { data: InvitationPreview | undefined; error: Error | null };

/** The email as one client would get it, updated shortly after each change. */
export function useInvitationPreview(clientId: string, draft: InvitationRequest): InvitationPreviewState {
  const body = { ...draft, words: useDebouncedValue(draft.words, PREVIEW_AFTER_MS) };
  const { data, error } = useQuery<InvitationPreview>({
    queryKey: ["invitation-preview", clientId, body],
    queryFn: () => call(manageEndpoints.previewInvitation, { params: { clientId }, body }),
    placeholderData: keepPreviousData,
  });
  return { data, error };
}

export function useTestInvitation(clientId: string) {
  return useMutation<ReminderResult, Error, InvitationRequest>({
    mutationFn: (body) => call(manageEndpoints.testInvitation, { params: { clientId }, body }),
  });
}
