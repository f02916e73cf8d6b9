import type { FastifyInstance } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CatalogError } from "../../http/errors.ts";
import { serve } from "../../http/serve.ts";
import { removePin, setPin } from "../../pins/set-pin.ts";
import type { Dependencies } from "../dependencies.ts";
import { ownClient } from "./clients.ts";
import { actorOf } from "./request-actor.ts";

/** The PIN that a client enters besides the access key. */
export function pinRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { clock } = dependencies;

  serve(app, manageEndpoints.setPin, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    const pin = await setPin(dependencies, clientId, actorOf(request, clock()));
    if (pin === undefined) throw new CatalogError("NOT_FOUND");
    return { pin };
  });

  serve(app, manageEndpoints.removePin, async (request) => {
    const { clientId } = await ownClient(dependencies, request);
    await removePin(dependencies, clientId, actorOf(request, clock()));
    return {};
  });
}
