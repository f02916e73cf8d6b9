import { createStore } from "zustand/vanilla";
import type { Credentials } from "../api/firsthand-api.ts";

/**
 * The session lives in memory only: the token is in no storage of the browser, so a reload asks for the key again.
 * Without a token but with a client, the session has ended under the client's hands (spec §8, 401).
 */
export type Session = {
  client: { id: string; name: string } | undefined;
  accessToken: string | undefined;
};

const SIGNED_OUT: Session = { client: undefined, accessToken: undefined };

export const createSession = () => createStore<Session>(() => SIGNED_OUT);
export type SessionStore = ReturnType<typeof createSession>;

export function signIn(session: SessionStore, { accessToken, clientId, clientName }: Credentials): void {
  session.setState({ client: { id: clientId, name: clientName }, accessToken });
}

export function forgetToken(session: SessionStore): void {
  session.setState({ accessToken: undefined });
}

export function signOut(session: SessionStore): void {
  session.setState(SIGNED_OUT);
}
