import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import type { Dependencies } from "../dependencies.ts";
import { scopeOf } from "./request-actor.ts";

export function tagRoutes(app: FastifyInstance, { storage }: Dependencies): void {
  serve(app, manageEndpoints.listTags, async (request) => ({
    tags: await storage.tags.list(scopeOf(request)),
  }));

  serve(app, manageEndpoints.deleteTag, async (request) => {
    if (!(await storage.tags.drop(request.params.tagId))) throw new CatalogError("NOT_FOUND");
    return {};
  });
}
