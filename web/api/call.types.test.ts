import { expect, test } from "vitest";
import * as z from "zod/mini";
import { endpoints } from "#contract/api/endpoints.ts";
import { call } from "./call.ts";

const schema = z.unknown();

test("a call with inputs that its endpoint does not take does not compile", () => {
  const wrong = () => {
    // @ts-expect-error there is no such filter
    void call(endpoints.interview, { schema, query: { color: "red" } });
    // @ts-expect-error no body is taken
    void call(endpoints.load, { schema, body: {} });
    // @ts-expect-error a parameter is missing
    void call(endpoints.take, { schema });
    // @ts-expect-error the body has another shape
    void call(endpoints.exchange, { schema, body: { secret: "x" } });
    // @ts-expect-error what is needed of the answer is not said
    void call(endpoints.load, {});
  };
  expect(wrong).toBeTypeOf("function");
});
