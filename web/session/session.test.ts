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

test("no client is signed in at first", () => {
  expect(createSession().getState()).toEqual(SIGNED_OUT);
  expect(hasEnded(createSession().getState())).toBe(false);
});

describe("signing in", () => {
  test("keeps the client, the token, and the keys until the draft is open", () => {
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

  test("again stores the new token", () => {
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

  test("does not count as a session that has ended", () => {
    const session = openedOffline();
    forgetKeys(session);
    expect(hasEnded(session.getState())).toBe(false);
  });

  test("drops an earlier token", () => {
    const session = signedIn();
    openOffline(session, { client: CLIENT, draftKey: "draft key" }, { accessKey: KEY });
    expect(session.getState().accessToken).toBeUndefined();
  });
});

describe("a session that ends while the client is working", () => {
  test.for([
    ["with a connection", signedIn],
    ["without one", openedOffline],
  ] as const)("keeps the client, and the tab's key to continue with, %s", ([, open]) => {
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

test("two sessions share no state", () => {
  signedIn();
  expect(createSession().getState()).toEqual(SIGNED_OUT);
});

describe("a device lock", () => {
  test("leaves no key behind, and its secret is dropped once the draft is open", () => {
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

  test("opens the draft without a connection; the session starts when the server is back", () => {
    const session = createSession();
    openOffline(session, { client: CLIENT, draftKey: "draft key" }, { lockSecret: "secret" });
    forgetKeys(session);
    expect(hasEnded(session.getState())).toBe(false);
    forgetToken(session);
    expect(hasEnded(session.getState())).toBe(true);
  });
});

test("the key of a hand-over cannot open a draft here, and is not offered again", () => {
  const session = createSession();
  signIn(session, { ...ROSA, opensDrafts: false }, { accessKey: KEY });
  expect(session.getState()).toMatchObject({
    accessToken: "fhs_1",
    accessKey: undefined,
    enteredKey: undefined,
    draftKey: "draft key",
  });
});
