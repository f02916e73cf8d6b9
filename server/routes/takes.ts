import type { FastifyInstance } from "fastify";
import type { Take, TakeState } from "#contract/api/calls.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { takesWires } from "#contract/api/wires/takes.ts";
import { CatalogError } from "../http/errors.ts";
import { serve, withWire } from "../http/serve.ts";
import type { TakeName } from "../storage/takes/take-references.ts";
import { closeTake } from "../takes/close-take.ts";
import { toTakeView } from "../takes/describe-take.ts";
import { deleteTake } from "../takes/drop-take.ts";
import { receivePart } from "../takes/receive-part.ts";
import { clientSession } from "./authentication.ts";
import type { Dependencies } from "./dependencies.ts";
import { takeNameOf } from "./take-params.ts";

/** Only failed ones are actually retried; one that is queued or transcribed stays as it is. */
const RETRIABLE: TakeState[] = ["failed", "queued", "transcribed"];

export async function takeRoutes(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await app.register(async (scope) => partRoute(scope, dependencies));
  closingRoute(app, dependencies);
  droppingRoute(app, dependencies);
  const { storage, clock, wakeWorker } = dependencies;

  serve(app, withWire(endpoints.take, takesWires.take), (request) =>
    findTakeView(dependencies, takeNameOf(request)),
  );

  serve(app, withWire(endpoints.retryTake, takesWires.retryTake), async (request) => {
    const name = takeNameOf(request);
    const state = await storage.takes.requeue(name, ["failed"], clock());
    if (state === "failed") wakeWorker();
    if (state && !RETRIABLE.includes(state)) throw new CatalogError("TAKE_IN_USE");
    return findTakeView(dependencies, name);
  });
}

/** A separate scope: these routes accept audio bodies only, and no other route accepts audio. */
function partRoute(scope: FastifyInstance, { storage, clock, offersRecording }: Dependencies): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(/^audio\//i, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  serve(
    scope,
    withWire(endpoints.takePart, takesWires.takePart),
    async (request) => {
      const { body } = request;
      const { takeId, part } = request.params;
      const { clientId, tokenHash } = clientSession(request);
      const sha256 = await receivePart(storage, { clientId, tokenHash, takeId, part, body, now: clock() });
      return { sha256 };
    },
    { onRequest: async () => refuseUnlessOffered(offersRecording) },
  );
}

function closingRoute(app: FastifyInstance, dependencies: Dependencies): void {
  const { storage, book, clock, offersRecording, wakeWorker } = dependencies;
  serve(
    app,
    withWire(endpoints.closeTake, takesWires.closeTake),
    async (request) => {
      const name = takeNameOf(request);
      const { tokenHash, interview } = clientSession(request);
      const { asked } = await book.of(interview);
      await closeTake(storage, asked.interview, { name, request: request.body, now: clock(), tokenHash });
      wakeWorker();
      return findTakeView(dependencies, name);
    },
    { onRequest: async () => refuseUnlessOffered(offersRecording) },
  );
}

function droppingRoute(app: FastifyInstance, { storage, audio, clock }: Dependencies): void {
  serve(app, withWire(endpoints.dropTake, takesWires.dropTake), async (request) => {
    const name = takeNameOf(request);
    const { clientId, takeId: detail } = name;
    const event = { at: clock(), actor: clientId, clientId, requestId: request.id, detail };
    const outcome = await deleteTake(
      { storage, audio },
      { ...name, at: event.at, onlyIfDue: false },
      { ...event, kind: "take.deleted" },
    );
    if (outcome === "missing") throw new CatalogError("NOT_FOUND");
    if (outcome === "kept") throw new CatalogError("TAKE_IN_USE");
    return {};
  });
}

async function findTakeView(kept: Pick<Dependencies, "storage" | "audio">, name: TakeName): Promise<Take> {
  const take = await toTakeView(kept, name);
  if (!take) throw new CatalogError("NOT_FOUND");
  return take;
}

function refuseUnlessOffered(offersRecording: boolean): void {
  if (!offersRecording) throw new CatalogError("RECORDING_NOT_OFFERED");
}
