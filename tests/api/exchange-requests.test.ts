import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PLAIN_BODY_MAX_BYTES } from "#contract/limits.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const post = (body: unknown, headers?: { [name: string]: string }) =>
  service.call("POST", "/v1/auth/exchange", { body, ...(headers && { headers }) });

test("a body of one byte over 4 KiB is too large", async () => {
  const padding = PLAIN_BODY_MAX_BYTES + 1 - JSON.stringify({ key: "" }).length;
  await expectFailure(await post({ key: "x".repeat(padding) }), "BODY_TOO_LARGE");
  await expectFailure(await post({ key: "x".repeat(padding - 1) }), "VALIDATION_ERROR");
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/json",
  "nonsense",
])("a body of type %s is refused, since another site's page could send it", async (type) => {
  await expectFailure(await post('{"key":"x"}', { "content-type": type }), "UNSUPPORTED_MEDIA_TYPE");
});

test("JSON can name its character set", async () => {
  await expectFailure(
    await post({ key: "x" }, { "content-type": "application/json; charset=utf-8" }),
    "INVALID_ACCESS_KEY",
  );
});

test.each(["GET", "PUT", "DELETE", "PATCH", "OPTIONS"])(
  "%s is not allowed, and the answer says which methods are",
  async (method) => {
    const response = await service.call(method, "/v1/auth/exchange");
    expect(response.headers.get("allow")).toBe("POST");
    await expectFailure(response, "METHOD_NOT_ALLOWED");
  },
);

describe("a body without a valid key is refused by its shape, and is not a failed attempt:", () => {
  test.each<[string, unknown, string]>([
    ["an empty body", "", ""],
    ["null", "null", ""],
    ["a list", ["a key"], ""],
    ["text", '"a key"', ""],
    ["no key", {}, "key"],
    ["an empty key", { key: "" }, "key"],
    ["a number", { key: 7 }, "key"],
    ["null for a key", { key: null }, "key"],
    ["a list for a key", { key: ["a"] }, "key"],
    ["an object for a key", { key: { toString: "x" } }, "key"],
    ["a key that is too long", { key: "x".repeat(201) }, "key"],
    ["something beside the key", { key: "x", clientId: "cl_1" }, "clientId"],
  ])("%s", async (_, body, path) => {
    const before = auditTrail(service).length;
    const { details } = await expectFailure(await post(body), "VALIDATION_ERROR");
    expect(details?.map((detail) => detail.path)).toEqual([path]);
    expect(auditTrail(service)).toHaveLength(before);
  });

  test.each(["{", '{"key":', '{"key":"x"', "{'key':'x'}", '{"key":"x"} x', "NaN", "\u0000"])(
    "%s",
    async (body) => {
      await expectFailure(await post(body), "INVALID_JSON");
    },
  );
});
