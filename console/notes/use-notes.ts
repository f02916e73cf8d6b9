import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Notes } from "#contract/manage/notes.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { whenRead } from "../api/when-read.ts";
import { CLIENTS } from "../clients/use-clients.ts";

type NoteName = { clientId: string; noteId: string };

export function useNotes(clientId: string) {
  return useQuery<Notes>({
    queryKey: keyOf(clientId),
    queryFn: () => call(manageEndpoints.listNotes, { params: { clientId } }),
    refetchInterval: LIVE_MS,
  });
}

/** `onStored` is called even if the user has gone to another page. */
export function useAddNote(clientId: string, onStored: (sent: { text: string }) => void) {
  const add = (body: { text: string }) =>
    call(manageEndpoints.addNote, { params: { clientId }, body, isOnce: true });
  return useNoteAct(clientId, add, onStored);
}

type Change = { text: string; version: number };

/** `onStored` is called even if the user has gone to another page. */
export function useChangeNote(name: NoteName, onStored: (sent: Change) => void) {
  const change = (body: Change) => call(manageEndpoints.changeNote, { params: name, body });
  return useNoteAct(name.clientId, change, onStored);
}

export function useDeleteNote(name: NoteName) {
  return useNoteAct(name.clientId, (body: { version: number }) =>
    call(manageEndpoints.deleteNote, { params: name, body }),
  );
}

/** Refetches the notes afterward, also if the call was refused because somebody else acted first. */
function useNoteAct<Sent>(
  clientId: string,
  act: (sent: Sent) => Promise<object>,
  onStored?: (sent: Sent) => void,
) {
  const queries = useQueryClient();
  const queryKey = keyOf(clientId);
  const readAgain = () => queries.invalidateQueries({ queryKey });
  return useMutation<object, Error, Sent>({
    mutationFn: act,
    onSuccess: async (_done, sent) => {
      await readAgain();
      await whenRead(queries, queryKey);
      onStored?.(sent);
    },
    onError: readAgain,
  });
}

function keyOf(clientId: string): string[] {
  return [CLIENTS, clientId, "notes"];
}
