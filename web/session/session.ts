import { createStore } from "zustand/vanilla";
import type { Credentials } from "../api/auth-api.ts";
import type { Interviews } from "../language/interviews.ts";

/**
 * The session lives in memory only: token and key are in no storage of the browser, so a reload asks for the key again.
 * With a client but neither token nor access key, the session has ended under the client's hands (spec §8, 401).
 */
export type Session = {
  client: { id: string; name: string } | undefined;
  accessToken: string | undefined;
  /** Kept until the draft is open, and without a connection until the key can be exchanged for a token. */
  accessKey: string | undefined;
  /** What the draft on the device is encrypted with, until that is open. */
  draftKey: string | undefined;
  /** The key that this tab signed in with, kept for its life, so that the client can go on after a 401 without it. */
  enteredKey: string | undefined;
  /** What the client is asked; undefined without a connection, and of a server that does not tell. */
  interviews: Interviews | undefined;
  /** The question that a sign-in link leads to, until it is open. */
  questionId: string | undefined;
};

const SIGNED_OUT: Session = {
  client: undefined,
  accessToken: undefined,
  accessKey: undefined,
  draftKey: undefined,
  enteredKey: undefined,
  interviews: undefined,
  questionId: undefined,
};

export const createSession = () => createStore<Session>(() => SIGNED_OUT);
export type SessionStore = ReturnType<typeof createSession>;

export function signIn(
  session: SessionStore,
  { accessToken, clientId, clientName, draftKey, interviews }: Credentials,
  accessKey: string,
  questionId?: string,
): void {
  const client = { id: clientId, name: clientName };
  session.setState({
    client,
    accessToken,
    accessKey,
    draftKey,
    enteredKey: accessKey,
    interviews,
    questionId,
  });
}

/** Without a connection: the key has opened the draft on this device. */
export function openOffline(
  session: SessionStore,
  { client, draftKey }: { client: { id: string; name: string }; draftKey: string },
  accessKey: string,
  questionId?: string,
): void {
  session.setState({
    client,
    draftKey,
    accessKey,
    accessToken: undefined,
    enteredKey: accessKey,
    questionId,
  });
}

/** The draft is open: the session holds only what the calls need from here on. */
export function forgetKeys(session: SessionStore): void {
  const { accessToken, accessKey } = session.getState();
  session.setState({ draftKey: undefined, accessKey: accessToken === undefined ? accessKey : undefined });
}

export function forgetToken(session: SessionStore): void {
  session.setState({ accessToken: undefined, accessKey: undefined });
}

export function signOut(session: SessionStore): void {
  session.setState(SIGNED_OUT);
}

/** Whether the session has ended while the client is still at work. */
export function hasEnded({ client, accessToken, accessKey }: Session): boolean {
  return client !== undefined && accessToken === undefined && accessKey === undefined;
}
