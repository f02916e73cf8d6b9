import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Endpoint } from "#contract/api/endpoints.ts";
import { doneSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { type Notes, notesSchema } from "#contract/manage/notes.ts";
import { call } from "../api/call.ts";
import { LIVE_MS } from "../api/queries.ts";
import { CLIENTS } from "../clients/use-clients.ts";

type NoteName = { clientId: string; noteId: string };

export function useNotes(clientId: string) {
  return useQuery<Notes>({
    queryKey: keyOf(clientId),
    queryFn: () => call({ endpoint: manageEndpoints.listNotes, schema: notesSchema, params: { clientId } }),
    refetchInterval: LIVE_MS,
  });
}

export function useAddNote(clientId: string) {
  return useNoteAct<{ text: string }>(manageEndpoints.addNote, { clientId });
}

export function useChangeNote(name: NoteName) {
  return useNoteAct<{ text: string; version: number }>(manageEndpoints.changeNote, name);
}

export function useDeleteNote(name: NoteName) {
  return useNoteAct<{ version: number }>(manageEndpoints.deleteNote, name);
}

/** Afterwards the notes are asked for again, also where it was refused: somebody was faster then. */
function useNoteAct<Sent>(endpoint: Endpoint, params: { clientId: string }) {
  const queries = useQueryClient();
  return useMutation<object, Error, Sent>({
    mutationFn: (body) => call({ endpoint, schema: doneSchema, params, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(params.clientId) }),
  });
}

function keyOf(clientId: string): string[] {
  return [CLIENTS, clientId, "notes"];
}
