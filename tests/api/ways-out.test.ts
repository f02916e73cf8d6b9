import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const save = (token: string, data: object) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data } });
async function load(token: string) {
  const response = await service.call("GET", "/v1/onboarding", { token });
  return ((await response.json()) as { data: { [entry: string]: unknown } }).data;
}
const TIMESTAMP = "2026-03-01T12:00:00Z";
const bare = { id: "a", type: "text", content: "I don’t know", timestamp: TIMESTAMP, source: "typed" };
const written = (...responses: object[]) => ({ "booking-process": { responses } });

describe("an answer that says the question does not apply", () => {
  test("comes back as it was saved", async () => {
    const { token } = await service.signIn();
    const data = {
      "business-profile": { employees: "", locations: "", revenue: "", notApplicable: true },
      "tool-selection": { selectedTools: ["other"], customTools: "None", toolRatings: {} },
      "website-form": { url: "none" },
      ...written({ ...bare, reason: "unknown" }),
    };
    expect((await save(token, data)).status).toBe(200);
    expect(await load(token)).toMatchObject(data);
    const status = await service.call("GET", "/v1/onboarding/status", { token });
    expect(await status.json()).toMatchObject({ data: { completed: 4 } });
  });

  test("keeps its reason through every save of an older page, until the words change", async () => {
    const { token } = await service.signIn();
    await save(token, written({ ...bare, reason: "unknown" }));
    for (const url of ["one.example", "two.example"]) {
      await save(token, { ...written(bare), "website-form": { url } });
      expect(await load(token)).toMatchObject(written({ ...bare, reason: "unknown" }));
    }
    await save(token, written({ ...bare, content: "By phone" }));
    expect(JSON.stringify(await load(token))).not.toContain("reason");
    await save(token, written(bare));
    expect(JSON.stringify(await load(token))).not.toContain("reason");
  });

  test.for([
    [written({ ...bare, reason: "because" }), "reason"],
    [written({ ...bare, reason: ["unknown"] }), "reason"],
    [written({ ...bare, reason: null }), "reason"],
    [{ "website-form": { notApplicable: false } }, "notApplicable"],
    [{ "booking-process": { responses: [], notApplicable: true } }, "booking-process"],
  ] as const)("is refused with its path and stores nothing: %j", async ([data, path]) => {
    const { token } = await service.signIn();
    const response = await save(token, data);
    expect(response.status).toBe(422);
    expect(JSON.stringify(await response.json())).toContain(path);
    expect((await service.call("GET", "/v1/onboarding", { token })).status).toBe(404);
  });
});
