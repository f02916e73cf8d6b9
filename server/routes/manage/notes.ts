import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { addNote, changeNote, deleteNote, readNotes } from "../../clients/notes.ts";
import { serve } from "../../http/serve.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

const done = {};

/** Managers' notes about a client; clients have no route to them. */
export function noteRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, clock } = dependencies;

  serve(app, manageEndpoints.listNotes, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    return { notes: await readNotes(storage, clientId) };
  });

  serve(app, manageEndpoints.addNote, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    await addNote(storage, { clientId, ...request.body }, actorOf(request, clock()));
    return done;
  });

  serve(app, manageEndpoints.changeNote, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    const { noteId } = request.params;
    await changeNote(storage, { clientId, noteId, ...request.body }, actorOf(request, clock()));
    return done;
  });

  serve(app, manageEndpoints.deleteNote, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    const { managerId, role } = signedInManager(request).manager;
    const of = role === "administrator" ? "everybody" : { managerId };
    const command = { clientId, noteId: request.params.noteId, ...request.body, of } as const;
    await deleteNote(storage, command, actorOf(request, clock()));
    return done;
  });
}
