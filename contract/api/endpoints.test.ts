import { describe, expect, test } from "vitest";
import type { EndpointFacts } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { wires } from "./wires/wires.ts";

const all: EndpointFacts[] = Object.values(endpoints);

describe("the calls", () => {
  test("no two share a method and a path", () => {
    const routes = all.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  test("are those of the specification, each with its callers", () => {
    expect(endpoints).toMatchObject({
      exchange: { method: "POST", path: "/v1/auth/exchange", caller: "nobody" },
      load: { method: "GET", path: "/v1/onboarding", caller: "client" },
      save: { method: "PUT", path: "/v1/onboarding", caller: "client" },
      status: { method: "GET", path: "/v1/onboarding/status", caller: "client" },
    });
  });

  test("include those that the product adds, open to anyone who asks", () => {
    expect(endpoints).toMatchObject({
      logout: { method: "POST", path: "/v1/auth/logout", caller: "nobody" },
      interview: { method: "GET", path: "/v1/interview", caller: "nobody" },
      openapi: { method: "GET", path: "/openapi.json", caller: "nobody" },
      health: { method: "GET", path: "/healthz", caller: "nobody" },
      readiness: { method: "GET", path: "/readyz", caller: "nobody" },
      reachability: { method: "POST", path: "/v1/reachability", caller: "nobody" },
    });
  });

  test("that read or write a client's record ask for the client", () => {
    const open = all.filter(({ path, caller }) => path.startsWith("/v1/onboarding") && caller !== "client");
    expect(open).toEqual([]);
  });

  test("have a plain path and a sentence for the document", () => {
    expect(all.filter(({ path }) => !/^(\/[a-z0-9.:-]+)+$/i.test(path))).toEqual([]);
    expect(Object.keys(wires).sort()).toEqual(Object.keys(endpoints).sort());
    const sentences = Object.values(wires).map(({ summary }) => summary);
    expect(sentences.filter((summary) => summary.trim() === "" || summary.endsWith("."))).toEqual([]);
  });
});
