import type { FastifyInstance } from "fastify";
import { isoOf } from "#contract/instants.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogueError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { interviewView } from "../../interviews/describe-interview.ts";
import { isOffered, offeredOrRefused } from "../../interviews/offered-interview.ts";
import { eventOf } from "../../managers/actor.ts";
import type { Dependencies } from "../dependencies.ts";
import { ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

/** Interviews as managers choose among them. */
export function interviewRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, book, clock } = dependencies;

  serve(app, manageEndpoints.listInterviews, async () => {
    await book.refresh();
    return {
      interviews: book.catalog().map((entry) => ({
        ...interviewView(book, { interviewId: entry.interviewId, version: entry.currentVersion }),
        source: entry.source,
        publishedAt: isoOf(entry.publishedAt),
        isDefault: entry.isDefault,
        isOffered: isOffered(entry),
      })),
    };
  });

  serve(app, manageEndpoints.changeInterview, async (request) => {
    const { clientId, interview } = await ownClient(dependencies, request);
    const { interviewId } = request.body;
    if (interviewId === interview.interviewId) return {};
    const entry = await offeredOrRefused(book, interviewId);
    const actor = actorOf(request, clock());
    const event = eventOf(actor, "client.interview-changed", { clientId, detail: entry.name });
    const given = { clientId, interviewId, at: actor.at };
    if ((await storage.interviews.assign(given, [event])) === "missing")
      throw new CatalogueError("NOT_FOUND");
    return {};
  });
}
