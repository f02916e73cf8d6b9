import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import { doneSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  addNoteRequestSchema,
  changeNoteRequestSchema,
  deleteNoteRequestSchema,
  notesSchema,
} from "#contract/manage/notes.ts";
import { addNote, changeNote, deleteNote, readNotes } from "../../clients/notes.ts";
import { routeOf } from "../../http/route.ts";
import { signedInManager } from "../authentication.ts";
import type { Dependencies } from "../dependencies.ts";
import { clientParamsSchema, ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

const noteParamsSchema = clientParamsSchema.extend({ noteId: z.string().max(100) });
const done = { data: {} };
const doneResponse = { 200: successSchema(doneSchema) };

/** What managers write down about a client; no route of a client's leads here. */
export function noteRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, clock } = dependencies;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.route({
    ...routeOf(manageEndpoints.listNotes),
    schema: {
      summary: manageEndpoints.listNotes.summary,
      params: clientParamsSchema,
      response: { 200: successSchema(notesSchema) },
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      return { data: { notes: await readNotes(storage, clientId) } };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.addNote),
    schema: {
      summary: manageEndpoints.addNote.summary,
      params: clientParamsSchema,
      body: addNoteRequestSchema,
      response: doneResponse,
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      await addNote(storage, { clientId, ...request.body }, actorOf(request, clock()));
      return done;
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.changeNote),
    schema: {
      summary: manageEndpoints.changeNote.summary,
      params: noteParamsSchema,
      body: changeNoteRequestSchema,
      response: doneResponse,
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      const { noteId } = request.params;
      await changeNote(storage, { clientId, noteId, ...request.body }, actorOf(request, clock()));
      return done;
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.deleteNote),
    schema: {
      summary: manageEndpoints.deleteNote.summary,
      params: noteParamsSchema,
      body: deleteNoteRequestSchema,
      response: doneResponse,
    },
    async handler(request) {
      const { clientId } = await ownClient(dependencies, request);
      const { managerId, role } = signedInManager(request).manager;
      const of = role === "administrator" ? "everybody" : { managerId };
      const command = { clientId, noteId: request.params.noteId, ...request.body, of } as const;
      await deleteNote(storage, command, actorOf(request, clock()));
      return done;
    },
  });
}
