import { describe, expect, test } from "vitest";
import { createSession, openOffline, signIn } from "./session.ts";
import { forgetKeys, forgetToken, hasEnded, signOut } from "./session-end.ts";

const ROSA = { accessToken: "fhs_1", clientId: "rosa", clientName: "Rosa", draftKey: "draft key" };
const CLIENT = { id: "rosa", name: "Rosa" };
const KEY = "fh_key";
const NONE = {
  accessToken: undefined,
  accessKey: undefined,
  lockSecret: undefined,
  draftKey: undefined,
  enteredKey: KEY,
  questionId: undefined,
};
const SIGNED_OUT = { client: undefined, ...NONE, enteredKey: undefined };

/** The session of a client with a connection, or without one. */
function signedIn() {
  const session = createSession();
  signIn(session, ROSA, { accessKey: KEY });
  return session;
}

function openedOffline() {
  const session = createSession();
  openOffline(session, { client: CLIENT, draftKey: "draft key" }, { accessKey: KEY });
  return session;
}

test("nobody is signed in at first", () => {
  expect(createSession().getState()).toEqual(SIGNED_OUT);
  expect(hasEnded(createSession().getState())).toBe(false);
});

describe("signing in", () => {
  test("keeps who it is, the token, and until the draft is open the keys", () => {
    const session = signedIn();
    expect(session.getState()).toEqual({
      client: CLIENT,
      accessToken: "fhs_1",
      accessKey: KEY,
      lockSecret: undefined,
      draftKey: "draft key",
      enteredKey: KEY,
      questionId: undefined,
    });
    forgetKeys(session);
    expect(session.getState()).toEqual({ ...NONE, client: CLIENT, accessToken: "fhs_1" });
    expect(hasEnded(session.getState())).toBe(false);
  });

  test("to a server without draft keys has none", () => {
    const session = createSession();
    const { draftKey: _none, ...credentials } = ROSA;
    signIn(session, credentials, { accessKey: KEY });
    expect(session.getState().draftKey).toBeUndefined();
  });

  test("again takes the new token", () => {
    const session = signedIn();
    forgetToken(session);
    signIn(session, { ...ROSA, accessToken: "fhs_2" }, { accessKey: KEY });
    expect(session.getState()).toMatchObject({ client: CLIENT, accessToken: "fhs_2" });
    expect(hasEnded(session.getState())).toBe(false);
  });
});

describe("opening without a connection", () => {
  test("keeps the access key until it can be exchanged, and the draft key until the draft is open", () => {
    const session = openedOffline();
    expect(session.getState()).toEqual({
      client: CLIENT,
      accessToken: undefined,
      accessKey: KEY,
      lockSecret: undefined,
      draftKey: "draft key",
      enteredKey: KEY,
      questionId: undefined,
    });
    forgetKeys(session);
    expect(session.getState()).toEqual({ ...NONE, client: CLIENT, accessKey: KEY });
  });

  test("is no session that has ended", () => {
    const session = openedOffline();
    forgetKeys(session);
    expect(hasEnded(session.getState())).toBe(false);
  });

  test("forgets a token that was there before", () => {
    const session = signedIn();
    openOffline(session, { client: CLIENT, draftKey: "draft key" }, { accessKey: KEY });
    expect(session.getState().accessToken).toBeUndefined();
  });
});

describe("a session that ends under the client's hands", () => {
  test.for([
    ["with a connection", signedIn],
    ["without one", openedOffline],
  ] as const)("keeps who it is, and the key of the tab to go on with, %s", ([, open]) => {
    const session = open();
    forgetKeys(session);
    forgetToken(session);
    expect(session.getState()).toEqual({ ...NONE, client: CLIENT });
    expect(hasEnded(session.getState())).toBe(true);
  });
});

test("signing out keeps nothing", () => {
  const session = signedIn();
  signOut(session);
  expect(session.getState()).toEqual(SIGNED_OUT);
  expect(hasEnded(session.getState())).toBe(false);
});

test("two sessions have nothing in common", () => {
  signedIn();
  expect(createSession().getState()).toEqual(SIGNED_OUT);
});

describe("the lock of a device", () => {
  test("leaves no key behind, and what it gives goes once the draft is open", () => {
    const session = createSession();
    signIn(session, ROSA, { lockSecret: "secret" });
    expect(session.getState()).toMatchObject({
      accessKey: undefined,
      enteredKey: undefined,
      lockSecret: "secret",
    });
    forgetKeys(session);
    expect(session.getState().lockSecret).toBeUndefined();
    expect(hasEnded(session.getState())).toBe(false);
  });

  test("opens the draft without a connection; the session lives until the server is there again", () => {
    const session = createSession();
    openOffline(session, { client: CLIENT, draftKey: "draft key" }, { lockSecret: "secret" });
    forgetKeys(session);
    expect(hasEnded(session.getState())).toBe(false);
    forgetToken(session);
    expect(hasEnded(session.getState())).toBe(true);
  });
});

test("the key of a hand-over opens no draft here, and is not offered again", () => {
  const session = createSession();
  signIn(session, { ...ROSA, opensDrafts: false }, { accessKey: KEY });
  expect(session.getState()).toMatchObject({
    accessToken: "fhs_1",
    accessKey: undefined,
    enteredKey: undefined,
    draftKey: "draft key",
  });
});
