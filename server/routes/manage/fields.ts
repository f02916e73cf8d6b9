import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { changeField } from "../../clients/fields.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { eventOf } from "../../managers/actor.ts";
import type { Dependencies } from "../dependencies.ts";
import { actorOf } from "./request-actor.ts";

/** Custom client fields: every manager reads them, administrators change them. */
export function fieldRoutes(app: FastifyInstance, { storage, clock }: Dependencies): void {
  serve(app, manageEndpoints.listFields, async () => ({ fields: await storage.fields.list() }));

  serve(app, manageEndpoints.addField, async (request) => {
    const at = clock();
    const field = { ...request.body, fieldId: `fd_${randomUUID()}` };
    const event = eventOf(actorOf(request, at), "field.added", { detail: field.name });
    const outcome = await storage.fields.add(field, at, [event]);
    if (outcome === "full") throw new CatalogError("TOO_MANY_FIELDS");
    if (outcome === "name-taken") throw new CatalogError("FIELD_NAME_TAKEN");
    return field;
  });

  serve(app, manageEndpoints.changeField, (request) =>
    changeField(storage, request.params.fieldId, request.body, actorOf(request, clock())),
  );

  serve(app, manageEndpoints.deleteField, async (request) => {
    const { fieldId } = request.params;
    const field = (await storage.fields.list()).find((each) => each.fieldId === fieldId);
    if (!field) throw new CatalogError("NOT_FOUND");
    const event = eventOf(actorOf(request, clock()), "field.deleted", { detail: field.name });
    if (!(await storage.fields.drop(fieldId, [event]))) throw new CatalogError("NOT_FOUND");
    return {};
  });
}
