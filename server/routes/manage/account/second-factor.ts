import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { successSchema } from "#contract/api/calls.ts";
import { doneSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import {
  beginSecondFactorRequestSchema,
  begunSecondFactorSchema,
  confirmSecondFactorRequestSchema,
  proveSecondFactorRequestSchema,
  recoveryCodesSchema,
} from "#contract/manage/second-factor.ts";
import { routeOf } from "../../../http/route.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from "../../../managers/second-factor.ts";
import { signedInPerson } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf } from "../request-actor.ts";

/** What managers do with their own second factor (decision 28). A program's token may do none of it. */
export function secondFactorRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { providerName } = dependencies.config;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const changing = (request: FastifyRequest) => ({
    ...dependencies,
    actor: actorOf(request, dependencies.clock()),
  });

  routes.route({
    ...routeOf(manageEndpoints.beginSecondFactor),
    schema: {
      summary: manageEndpoints.beginSecondFactor.summary,
      body: beginSecondFactorRequestSchema,
      response: { 200: successSchema(begunSecondFactorSchema) },
    },
    async handler(request) {
      const owner = signedInPerson(request);
      const { password } = request.body;
      return { data: await beginSecondFactor({ ...changing(request), providerName }, owner, password) };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.confirmSecondFactor),
    schema: {
      summary: manageEndpoints.confirmSecondFactor.summary,
      body: confirmSecondFactorRequestSchema,
      response: { 200: successSchema(recoveryCodesSchema) },
    },
    async handler(request) {
      const owner = signedInPerson(request);
      return {
        data: { recoveryCodes: await confirmSecondFactor(changing(request), owner, request.body.code) },
      };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.turnOffSecondFactor),
    schema: {
      summary: manageEndpoints.turnOffSecondFactor.summary,
      body: proveSecondFactorRequestSchema,
      response: { 200: successSchema(doneSchema) },
    },
    async handler(request) {
      await turnOffSecondFactor(changing(request), signedInPerson(request), request.body);
      return { data: {} };
    },
  });

  routes.route({
    ...routeOf(manageEndpoints.renewRecoveryCodes),
    schema: {
      summary: manageEndpoints.renewRecoveryCodes.summary,
      body: proveSecondFactorRequestSchema,
      response: { 200: successSchema(recoveryCodesSchema) },
    },
    async handler(request) {
      const owner = signedInPerson(request);
      return { data: { recoveryCodes: await renewRecoveryCodes(changing(request), owner, request.body) } };
    },
  });
}
