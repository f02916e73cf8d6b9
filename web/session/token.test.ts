import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { speakEnglish } from "../../tests/support/fakes/speak-english.ts";
import { createSession, openOffline, signIn } from "./session.ts";
import { forgetKeys, forgetToken, signOut } from "./session-end.ts";
import { findToken } from "./token.ts";

const ROSA = { accessToken: "fhs_1", clientId: "rosa", clientName: "Rosa", draftKey: "draft key" };

/** A server that answers a key exchange like this, and records who logs out. */
function answerExchange(answer: () => Response | Promise<Response>) {
  const exchanged: unknown[] = [];
  const ended: (string | null)[] = [];
  vi.stubGlobal("fetch", async (address: string, { body, headers }: RequestInit) => {
    if (address === "/v1/auth/logout") {
      ended.push(new Headers(headers).get("authorization"));
      return Response.json({ data: {} });
    }
    if (address !== "/v1/auth/exchange") throw new Error(`Nobody expected ${address}`);
    exchanged.push(JSON.parse(String(body)));
    return answer();
  });
  return { exchanged, ended };
}

const refused = (status: number, message: string) => Response.json({ code: "NO", message }, { status });

/** A client who started to work without a connection. */
function openedOffline() {
  const session = createSession();
  openOffline(
    session,
    { client: { id: "rosa", name: "Rosa" }, draftKey: "draft key" },
    { accessKey: "fh_key" },
  );
  forgetKeys(session);
  return session;
}

beforeEach(() => speakEnglish());
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the token", () => {
  test("is the session's, without an exchange", async () => {
    const { exchanged } = answerExchange(() => Response.json({ data: ROSA }));
    const session = createSession();
    signIn(session, ROSA, { accessKey: "fh_key" });
    expect(await findToken(session)).toEqual({ ok: true, data: "fhs_1" });
    expect(exchanged).toEqual([]);
  });

  test("is exchanged for the key, once, when the draft was opened without a connection", async () => {
    const { exchanged } = answerExchange(() => Response.json({ data: ROSA }));
    const session = openedOffline();
    expect(await findToken(session)).toEqual({ ok: true, data: "fhs_1" });
    expect(exchanged).toEqual([{ key: "fh_key" }]);
    expect(session.getState()).toMatchObject({ accessToken: "fhs_1", accessKey: undefined });
    await findToken(session);
    expect(exchanged).toHaveLength(1);
  });

  test.for([
    ["nobody is signed in", createSession],
    [
      "the session has ended",
      () => {
        const session = openedOffline();
        forgetToken(session);
        return session;
      },
    ],
  ] as const)("is missing when %s, and nothing is sent", async ([, open]) => {
    const { exchanged } = answerExchange(() => Response.json({ data: ROSA }));
    expect(await findToken(open())).toEqual({
      ok: false,
      error: { code: "NOT_AUTHENTICATED", message: "Not authenticated" },
    });
    expect(exchanged).toEqual([]);
  });
});

describe("an exchange that fails", () => {
  test.for([
    ["with the server's words", 401, "This key was revoked.", "This key was revoked."],
    ["in ours where it has none", 403, "", "Invalid access key. Please try again."],
    ["where it was asked too often too", 429, "Too many tries.", "Too many tries."],
  ] as const)("because the key is refused ends the session, %s", async ([, status, reason, message]) => {
    answerExchange(() => refused(status, reason));
    expect(await findToken(openedOffline())).toEqual({
      ok: false,
      error: { code: "UNAUTHORIZED", message, status: 401 },
    });
  });

  test("because a PIN is needed too asks for both", async () => {
    answerExchange(() => Response.json({ code: "PIN_REQUIRED", message: "The PIN." }, { status: 401 }));
    expect(await findToken(openedOffline())).toEqual({
      ok: false,
      error: {
        code: "UNAUTHORIZED",
        message: "You’re back online. Enter your access key and PIN to save your answers.",
        status: 401,
      },
    });
  });

  test("because the server is unavailable is tried again", async () => {
    const { exchanged } = answerExchange(() => refused(503, "Later."));
    const session = openedOffline();
    expect(await findToken(session)).toMatchObject({
      ok: false,
      error: { code: "SERVER_ERROR", status: 503 },
    });
    expect(session.getState().accessKey).toBe("fh_key");
    await findToken(session);
    expect(exchanged).toHaveLength(2);
  });

  test.for([
    ["there is no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["the answer is no proper one", () => new Response("<h1>Please sign in to this network</h1>")],
  ] as const)("because %s counts as a connection failure, and is tried again", async ([, answer]) => {
    answerExchange(answer);
    const session = openedOffline();
    expect(await findToken(session)).toEqual({
      ok: false,
      error: {
        code: "CONNECTION_ERROR",
        message: "Unable to connect to server. Please check your internet connection.",
      },
    });
    expect(session.getState().accessKey).toBe("fh_key");
  });
});

describe("an unusable session", () => {
  test("because the key now belongs to another client is ended on the server, and the token is dropped", async () => {
    const { ended } = answerExchange(() => Response.json({ data: { ...ROSA, clientId: "bela" } }));
    const session = openedOffline();
    expect(await findToken(session)).toEqual({
      ok: false,
      error: {
        code: "UNAUTHORIZED",
        message:
          "That key is for a different business. Enter your own key, or close this window and log out first.",
        status: 401,
      },
    });
    expect(ended).toEqual(["Bearer fhs_1"]);
    expect(session.getState().accessToken).toBeUndefined();
  });

  test("because the client logged out during the exchange is ended on the server, and the token is dropped", async () => {
    const session = openedOffline();
    const { ended } = answerExchange(() => {
      signOut(session);
      return Response.json({ data: ROSA });
    });
    expect(await findToken(session)).toMatchObject({ ok: false });
    expect(ended).toEqual(["Bearer fhs_1"]);
    expect(session.getState().accessToken).toBeUndefined();
  });
});
