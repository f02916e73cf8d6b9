import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import pino from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Endpoint, EndpointTable, FactsOf, Wire } from "#contract/api/endpoint.ts";
import { openHttpApp } from "./http-app.ts";
import { mergePatch } from "./merge-patch.ts";
import { serve, withWire } from "./serve.ts";

const calls = {
  double: {
    method: "POST",
    path: "/double/:name",
    caller: "nobody",
    summary: "Double a number",
    params: z.object({ name: z.string() }),
    query: z.object({ by: z.coerce.number<number>().default(2) }),
    body: z.strictObject({ number: z.number() }),
    data: z.object({ name: z.string(), doubled: z.number() }),
  },
  sound: {
    method: "PUT",
    path: "/sound",
    caller: "nobody",
    summary: "Send sound",
    body: { bytes: ["audio/*"], maxBytes: 4 },
    data: z.object({ bytes: z.number() }),
  },
  tagged: {
    method: "GET",
    path: "/tagged",
    caller: "nobody",
    summary: "A name",
    data: z.object({ name: z.string() }),
    isTagged: true,
  },
  page: {
    method: "GET",
    path: "/page",
    caller: "nobody",
    summary: "A page",
    answers: { 200: { files: ["text/html"] }, 304: z.undefined() },
  },
} as const satisfies EndpointTable;

const apartWires = {
  sections: { summary: "How many sections there are", data: z.object({ sections: z.literal(6) }) },
} satisfies { [name: string]: Wire };
const apart: FactsOf<typeof apartWires> = {
  sections: { method: "GET", path: "/sections", caller: "nobody" },
};

function newApp(): FastifyInstance {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

describe("a served call", () => {
  test("has its inputs validated and its answer wrapped", async () => {
    const app = newApp();
    serve(app, calls.double, ({ params, query, body }) => ({
      name: params.name,
      doubled: body.number * query.by,
    }));
    const doubled = await app.inject({ method: "POST", url: "/double/a?by=3", payload: { number: 4 } });
    expect(doubled.json()).toEqual({ data: { name: "a", doubled: 12 } });
    const refused = await app.inject({ method: "POST", url: "/double/a", payload: { number: "4" } });
    expect(refused.statusCode).toBe(400);
  });

  test("takes bytes of the declared media types and length", async () => {
    const app = newApp();
    app.addContentTypeParser(/^audio\//, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    serve(app, calls.sound, ({ body }) => ({ bytes: body.length }));
    const send = (payload: string) =>
      app.inject({ method: "PUT", url: "/sound", payload, headers: { "content-type": "audio/webm" } });
    expect((await send("1234")).json()).toEqual({ data: { bytes: 4 } });
    expect((await send("12345")).statusCode).toBe(413);
    expect((await send("")).statusCode).toBe(400);
  });

  test("can answer with its own reply, or with an empty one", async () => {
    const app = newApp();
    serve(app, calls.page, (request, reply) =>
      request.headers["if-none-match"] ? reply.code(304).send() : reply.type("text/html").send("<p>"),
    );
    expect((await app.inject("/page")).body).toBe("<p>");
    const again = await app.inject({ url: "/page", headers: { "if-none-match": "1" } });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  test("has an ETag where its endpoint declares one, and is not sent to a caller who has it", async () => {
    const app = newApp();
    let name = "a";
    serve(app, calls.tagged, () => ({ name }));
    const ask = async (condition?: string) => {
      const headers = condition === undefined ? {} : { "if-none-match": condition };
      const { statusCode, body, headers: answered } = await app.inject({ url: "/tagged", headers });
      return { statusCode, body, tag: String(answered.etag) };
    };
    const { tag } = await ask();
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    const unchanged = { statusCode: 304, body: "", tag };
    for (const condition of [tag, tag.slice(2), `"other", ${tag}`, "*"])
      expect(await ask(condition), condition).toEqual(unchanged);
    for (const condition of ["", '"other"', tag.slice(0, -2), "W/", "\u00ff"])
      expect(await ask(condition), condition).toMatchObject({ statusCode: 200, tag });
    name = "b";
    const changed = await ask(tag);
    expect(changed).toMatchObject({ statusCode: 200, body: '{"data":{"name":"b"}}' });
    expect(changed.tag).not.toBe(tag);
  });
});

test("a call that can be repeated is refused where its answers are not stored", () => {
  const making = { ...calls.double, isRepeatable: true } as const;
  const answer = () => ({ name: "a", doubled: 8 });
  expect(() => serve(newApp(), making, answer)).toThrow("POST /double/:name cannot be repeated");
});

test("a handler with another input or output type does not compile", () => {
  const app = newApp();
  const wrong = () => {
    // @ts-expect-error another shape is answered
    serve(app, calls.double, () => ({ name: "a" }));
    // @ts-expect-error `doubled` is a number
    serve(app, calls.double, () => ({ name: "a", doubled: "8" }));
    // @ts-expect-error there is no such parameter
    serve(app, calls.double, ({ params }) => ({ name: params.title, doubled: 8 }));
    // @ts-expect-error there is no such filter
    serve(app, calls.double, ({ query }) => ({ name: "a", doubled: query.times }));
    // @ts-expect-error the body has no such field
    serve(app, calls.double, ({ body }) => ({ name: "a", doubled: body.digits }));
    // @ts-expect-error the wire is another call's
    withWire(apart.sections, { data: z.string() });
  };
  expect(wrong).toBeTypeOf("function");
});

describe("PATCH", () => {
  const rename = {
    method: "PATCH",
    path: "/thing",
    caller: "nobody",
    summary: "Change a part of a thing",
    body: z.strictObject({ name: z.string().optional(), color: z.string().nullable().optional() }),
    data: z.record(z.string(), z.unknown()),
  } as const satisfies Endpoint;
  let thing: Parameters<typeof mergePatch>[0];
  let app: FastifyInstance;
  beforeEach(() => {
    thing = { name: "Oven", color: "red" };
    app = openHttpApp({ trustedProxies: [], logger: pino({ level: "silent" }), isStopping: () => false });
    serve(app, rename, ({ body }) => {
      thing = mergePatch(thing, JSON.parse(JSON.stringify(body)));
      return z.record(z.string(), z.unknown()).parse(thing);
    });
    serve(app, { ...rename, method: "POST" } as const, () => ({}));
  });
  const send = (method: "PATCH" | "POST", type: string, payload: object) =>
    app.inject({
      method,
      url: "/thing",
      headers: { "content-type": type, host: "localhost" },
      payload: JSON.stringify(payload),
    });

  test("merges the body into the current state, with either media type", async () => {
    const patched = await send("PATCH", "application/merge-patch+json", { color: null });
    expect(patched.json()).toEqual({ data: { name: "Oven" } });
    const again = await send("PATCH", "application/json", { color: "blue" });
    expect(again.json()).toEqual({ data: { name: "Oven", color: "blue" } });
  });

  test("is validated like any body, and other methods accept no merge patch", async () => {
    expect((await send("PATCH", "application/merge-patch+json", { size: 1 })).statusCode).toBe(422);
    expect((await send("POST", "application/merge-patch+json", { color: null })).statusCode).toBe(415);
    expect(thing).toEqual({ name: "Oven", color: "red" });
  });
});
