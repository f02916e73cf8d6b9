import { expect, test } from "vitest";
import { createSession, forgetToken, signIn, signOut } from "./session.ts";

const ROSA = { accessToken: "fhs_1", clientId: "rosa", clientName: "Rosa" };
const SIGNED_OUT = { client: undefined, accessToken: undefined };

test("nobody is signed in at first", () => {
  expect(createSession().getState()).toEqual(SIGNED_OUT);
});

test("signing in keeps who it is, and the token", () => {
  const session = createSession();
  signIn(session, ROSA);
  expect(session.getState()).toEqual({ client: { id: "rosa", name: "Rosa" }, accessToken: "fhs_1" });
});

test("a session that ends under the client's hands keeps who it is", () => {
  const session = createSession();
  signIn(session, ROSA);
  forgetToken(session);
  expect(session.getState()).toEqual({ client: { id: "rosa", name: "Rosa" }, accessToken: undefined });
});

test("signing out keeps nothing", () => {
  const session = createSession();
  signIn(session, ROSA);
  signOut(session);
  expect(session.getState()).toEqual(SIGNED_OUT);
});

test("two sessions have nothing in common", () => {
  const session = createSession();
  signIn(session, ROSA);
  expect(createSession().getState()).toEqual(SIGNED_OUT);
});
