import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Notes } from "#contract/manage/notes.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "../clients/use-clients.ts";

type NoteName = { clientId: string; noteId: string };

export function useNotes(clientId: string) {
  return useQuery<Notes>({
    queryKey: keyOf(clientId),
    queryFn: () => call(manageEndpoints.listNotes, { params: { clientId } }),
    refetchInterval: LIVE_MS,
  });
}

export function useAddNote(clientId: string) {
  return useNoteAct(clientId, (body: { text: string }) =>
    call(manageEndpoints.addNote, { params: { clientId }, body }),
  );
}

export function useChangeNote(name: NoteName) {
  return useNoteAct(name.clientId, (body: { text: string; version: number }) =>
    call(manageEndpoints.changeNote, { params: name, body }),
  );
}

export function useDeleteNote(name: NoteName) {
  return useNoteAct(name.clientId, (body: { version: number }) =>
    call(manageEndpoints.deleteNote, { params: name, body }),
  );
}

/** Afterwards the notes are asked for again, also where it was refused: somebody was faster then. */
function useNoteAct<Sent>(clientId: string, act: (sent: Sent) => Promise<object>) {
  const queries = useQueryClient();
  return useMutation<object, Error, Sent>({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(clientId) }),
  });
}

function keyOf(clientId: string): string[] {
  return [CLIENTS, clientId, "notes"];
}
