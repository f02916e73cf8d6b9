import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const written = (content: string) => ({ "customer-acquisition": { responses: [{ content }] } });

test("a record that was never saved is not found, and its entity tag says 0", async () => {
  const { token } = await service.signIn();
  const response = await service.call("GET", "/v1/onboarding", { token });
  expect(response.status).toBe(404);
  expect(response.headers.get("etag")).toBe('"0"');
  expect(await response.json()).toMatchObject({ code: "NOT_FOUND", message: "Resource not found." });
});

test("a plain save is stored, completed and read back", async () => {
  const { token } = await service.signIn();
  const saved = await service.call("PUT", "/v1/onboarding", {
    token,
    body: { data: written("Word of mouth") },
  });
  expect(saved.status).toBe(200);
  expect(saved.headers.get("etag")).toBe('"1"');
  expect(await saved.json()).toEqual({
    data: { revision: 1, savedAt: new Date(service.time.now).toISOString(), submittedAt: null },
  });
  const loaded = await service.call("GET", "/v1/onboarding", { token });
  expect(loaded.headers.get("etag")).toBe('"1"');
  const { data } = (await loaded.json()) as { data: unknown };
  expect(data).toEqual({
    "customer-acquisition": {
      section: "leads-booking",
      question: "customer-acquisition",
      responses: [
        {
          type: "text",
          content: "Word of mouth",
          timestamp: new Date(service.time.now).toISOString(),
          id: expect.any(String),
        },
      ],
    },
  });
});
