import type { FastifyInstance, FastifyRequest } from "fastify";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { serve } from "../../../http/serve.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from "../../../managers/second-factor.ts";
import { signedInPerson } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { notifyingActor } from "../request-actor.ts";
import type { ProveOwner } from "./prove-owner.ts";

/** Managers' calls for their own second factor (decision 28). API tokens may not make them. */
export function secondFactorRoutes(
  app: FastifyInstance,
  dependencies: Dependencies,
  { demandPassword }: ProveOwner,
): void {
  const changing = (request: FastifyRequest) => ({
    ...dependencies,
    actor: notifyingActor(request, dependencies),
  });

  serve(app, manageEndpoints.beginSecondFactor, async (request) => {
    const owner = signedInPerson(request);
    await demandPassword(request, request.body.password);
    const { providerName } = dependencies.config;
    return await beginSecondFactor({ ...changing(request), providerName }, owner);
  });

  serve(app, manageEndpoints.confirmSecondFactor, async (request) => {
    const owner = signedInPerson(request);
    return { recoveryCodes: await confirmSecondFactor(changing(request), owner, request.body.code) };
  });

  serve(app, manageEndpoints.turnOffSecondFactor, async (request) => {
    const owner = signedInPerson(request);
    await demandPassword(request, request.body.password);
    await turnOffSecondFactor(changing(request), owner, request.body.code);
    return {};
  });

  serve(app, manageEndpoints.renewRecoveryCodes, async (request) => {
    const owner = signedInPerson(request);
    await demandPassword(request, request.body.password);
    return { recoveryCodes: await renewRecoveryCodes(changing(request), owner, request.body.code) };
  });
}
