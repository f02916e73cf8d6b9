import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import * as z from "zod";
import { successSchema } from "#contract/api/calls.ts";
import type {
  AnswerOf,
  BytesBody,
  Endpoint,
  FileAnswer,
  PartOutput,
  TypedFacts,
  Wire,
} from "#contract/api/endpoint.ts";
import { tagAnswer } from "./answer-tag.ts";

type RouteOf<E extends Endpoint> = {
  Params: PartOutput<E, "params">;
  Querystring: PartOutput<E, "query">;
  Headers: PartOutput<E, "headers">;
  Body: PartOutput<E, "body">;
};
/** Returns the answer's `data`, or a reply that the handler sent directly. */
export type Handler<E extends Endpoint> = (
  request: FastifyRequest<RouteOf<E>>,
  reply: FastifyReply,
) => AnswerOf<E> | FastifyReply | Promise<AnswerOf<E> | FastifyReply>;

type ServeOptions = Pick<RouteShorthandOptions, "onRequest" | "onSend" | "errorHandler"> & {
  config?: { guardsItsWrite?: boolean; isReachedFromElsewhere?: boolean };
};

/** Registers an endpoint of the contract: the endpoint gives caller and schemas, the handler gives the answer. */
export function serve<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { config, ...options }: ServeOptions = {},
): void {
  const {
    method,
    path,
    caller,
    isBeforeSecondFactor = false,
    isRepeatable = false,
    isTagged = false,
  } = endpoint;
  if (isRepeatable && !(endpoint.data && app.hasDecorator("answerOnce")))
    throw new Error(`${method} ${path} cannot be repeated: it has no data, or nothing keeps its answers`);
  const deprecation = deprecationOf(endpoint);
  const bodyLimit = isBytes(endpoint.body) ? endpoint.body.maxBytes : endpoint.maxBytes;
  app.route<RouteOf<E>>({
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(isTagged && { onSend: tagAnswer }),
    ...options,
    method,
    url: path,
    config: { caller, isBeforeSecondFactor, endpoint, ...config },
    schema: schemaOf(endpoint),
    async handler(request, reply) {
      if (deprecation) reply.header("deprecation", deprecation);
      if (isRepeatable) return app.answerOnce(request, reply, async () => handler(request, reply));
      const answer = await handler(request, reply);
      // a handler that sent its own reply returns undefined; `reply.sent` is false when the caller has disconnected
      return answer === undefined || !endpoint.data ? answer : { data: answer };
    },
  });
}

/** Adds an endpoint's wire schemas to its facts; the types reject the wire of another endpoint. */
export function withWire<W extends Wire>(
  facts: TypedFacts<NoInfer<W>>,
  wire: W,
): Omit<Endpoint, keyof Wire> & W {
  return { ...facts, ...wire };
}

/** The format of RFC 9745: seconds since 1970. */
function deprecationOf({ deprecatedSince }: Endpoint): string | undefined {
  return deprecatedSince && `@${Date.parse(deprecatedSince) / 1_000}`;
}

function schemaOf({ params, query, headers, body, data, answers = {} }: Endpoint) {
  const others = Object.entries(answers).map(([status, answer]) => [
    status,
    "files" in answer ? fileSchema(answer) : answer,
  ]);
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body: isBytes(body) ? bytesBodySchema(body) : body }),
    response: { ...(data && { 200: successSchema(data) }), ...Object.fromEntries(others) },
  };
}

/** Whether a body is bytes instead of JSON. */
export function isBytes(body: Endpoint["body"]): body is BytesBody {
  return body !== undefined && "bytes" in body;
}

function bytesBodySchema({ maxBytes }: BytesBody) {
  const isGiven = (body: unknown) => body instanceof Uint8Array && body.length > 0;
  return z.custom<Uint8Array>(isGiven, `Expected 1 to ${maxBytes} bytes`);
}

const bytesSchema = z.custom<unknown>();

function fileSchema({ files }: FileAnswer) {
  return { content: Object.fromEntries(files.map((type) => [type, { schema: bytesSchema }])) };
}
