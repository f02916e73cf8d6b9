import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ANSWER_MAX_LENGTH,
  ANSWERS_PER_QUESTION_MAX,
  BODY_MAX_BYTES,
  PLAIN_BODY_MAX_BYTES,
  TAKE_PART_MAX_BYTES,
} from "#contract/limits.ts";
import { savedClient } from "../support/data/saved-client.ts";
import { written } from "../support/data/written.ts";
import { parseRaw, sendForEver, sendRaw } from "../support/peers/raw-http.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const put = (token: string, body: unknown, headers: { [name: string]: string } = {}) =>
  service.call("PUT", "/v1/onboarding", { token, body, headers });
const answers = (count: number, length = 1) => ({
  "booking-process": {
    responses: Array.from({ length: count }, (_, place) => ({
      id: String(place),
      content: "x".repeat(length),
    })),
  },
});

test("a question can be full: 200 answers of 20,000 characters", async () => {
  const { token } = await service.signIn();
  expect((await put(token, { data: answers(ANSWERS_PER_QUESTION_MAX, ANSWER_MAX_LENGTH) })).status).toBe(200);
  const loaded = (await (await service.call("GET", "/v1/onboarding", { token })).json()) as { data: object };
  expect(loaded.data).toMatchObject(answers(ANSWERS_PER_QUESTION_MAX, ANSWER_MAX_LENGTH));
});

describe("one over a limit is refused by its path, and nothing is stored:", () => {
  test.each<[string, object, string]>([
    ["20,001 characters", written("x".repeat(20_001)), "customer-acquisition.responses.0.content"],
    ["201 answers", answers(201), "booking-process.responses"],
    ["an id of 101 characters", written("x", { id: "i".repeat(101) }), "customer-acquisition.responses.0.id"],
    [
      "2,001 characters of tools",
      { "tool-selection": { customTools: "x".repeat(2_001) } },
      "tool-selection.customTools",
    ],
    ["an address of 2,049 characters", { "website-form": { url: "x".repeat(2_049) } }, "website-form.url"],
    ["6 stars", { "tool-selection": { toolRatings: { xero: 6 } } }, "tool-selection.toolRatings.xero"],
    [
      "a tool twice",
      { "tool-selection": { selectedTools: ["xero", "xero"] } },
      "tool-selection.selectedTools",
    ],
    [
      "two answers with one id",
      {
        "booking-process": {
          responses: [
            { id: "a", content: "x" },
            { id: "a", content: "y" },
          ],
        },
      },
      "booking-process.responses",
    ],
  ])("%s", async (_, data, path) => {
    const client = await savedClient(service);
    const { details } = await expectFailure(await put(client.token, { data }), "VALIDATION_ERROR");
    expect(details?.[0]?.path).toBe(`data.${path}`);
    await client.expectUnchanged();
  });
});

describe("a body that is too large is refused before it is read:", () => {
  test("5 MB", async () => {
    const client = await savedClient(service);
    const body = `{"data":{},"x":"${"x".repeat(5_000_000)}"}`;
    await expectFailure(await put(client.token, body), "BODY_TOO_LARGE");
    await client.expectUnchanged();
  });

  test("one that only declares that size", async () => {
    const { token } = await service.signIn();
    const answer = parseRaw(
      await sendRaw(service.url, rawPut(token, `Content-Length: ${BODY_MAX_BYTES + 1}`)),
    );
    expect(answer.status).toBe(413);
    expect(answer.body).toContain("BODY_TOO_LARGE");
  });

  test("one that does not declare its size", async () => {
    const { token } = await service.signIn();
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`.repeat(70);
    const answer = parseRaw(
      await sendRaw(service.url, `${rawPut(token, "Transfer-Encoding: chunked")}${chunk}`),
    );
    expect(answer.status).toBe(413);
  });
});

describe("of a body without an end, only its limit is read, plus what is already in transit:", () => {
  const ON_ITS_WAY = 64 * 1024;
  const HEADERS = 1024;
  const json = "application/json";
  const routes: [string, string, number, string][] = [
    ["PUT", "/v1/onboarding", BODY_MAX_BYTES, json],
    ["POST", "/v1/auth/exchange", PLAIN_BODY_MAX_BYTES, json],
    ["PUT", `/v1/onboarding/takes/${crypto.randomUUID()}/parts/0`, TAKE_PART_MAX_BYTES, "audio/webm"],
    ["POST", "/opt-out/x", 1024, "application/x-www-form-urlencoded"],
    ["POST", "/v1/manage/auth/sign-in", 4 * 1024, json],
    // a call without a body
    ["POST", "/v1/auth/logout", PLAIN_BODY_MAX_BYTES, json],
  ];

  test.each(routes)("%s %s", async (method, path, limit, type) => {
    const { token } = await service.signIn();
    const answered: { bytesRead: number }[] = [];
    const noteAnswer = ({ socket }: IncomingMessage, response: ServerResponse) => {
      const end = response.end.bind(response);
      response.end = ((...args: Parameters<typeof end>) => {
        answered.push({ bytesRead: socket.bytesRead });
        return end(...args);
      }) as typeof response.end;
    };
    service.app.server.prependListener("request", noteAnswer);
    const head = [
      `${method} ${path} HTTP/1.1`,
      "Host: x",
      "X-Firsthand-Console: 1",
      `Authorization: Bearer ${token}`,
      `Content-Type: ${type}`,
      "Transfer-Encoding: chunked",
    ];
    const answer = await sendForEver(service.url, `${head.join("\r\n")}\r\n\r\n`);
    service.app.server.off("request", noteAnswer);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answered).toHaveLength(1);
    // bytes that still arrive before the connection ends are dropped
    expect(answered[0]?.bytesRead).toBeGreaterThan(limit);
    expect(answered[0]?.bytesRead).toBeLessThanOrEqual(limit + ON_ITS_WAY + HEADERS);
  });
});

test.each(["gzip", "br", "deflate", "zstd", "gzip, identity", "x"])(
  "a body in the encoding %s is not unpacked",
  async (encoding) => {
    const client = await savedClient(service);
    const response = await put(client.token, { data: {} }, { "content-encoding": encoding });
    await expectFailure(response, "UNSUPPORTED_MEDIA_TYPE");
    await client.expectUnchanged();
  },
);

test.each(["text/plain", "application/xml", "multipart/form-data; boundary=x"])(
  "a body of type %s is refused",
  async (type) => {
    const client = await savedClient(service);
    await expectFailure(
      await put(client.token, '{"data":{}}', { "content-type": type }),
      "UNSUPPORTED_MEDIA_TYPE",
    );
    await client.expectUnchanged();
  },
);

function rawPut(token: string, header: string): string {
  return `PUT /v1/onboarding HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${header}\r\n\r\n`;
}
