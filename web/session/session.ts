import { createStore } from "zustand/vanilla";
import type { Credentials } from "../api/auth-api.ts";
import type { Interviews } from "../language/interviews.ts";

/**
 * The session lives in memory only: no token or key is in the browser's storage, so a reload asks for the key again.
 * With a client but no token, access key, or lock secret, the session has ended while in use (spec §8, 401).
 */
export type Session = {
  client: { id: string; name: string } | undefined;
  accessToken: string | undefined;
  /** Kept until the draft is open or, without a connection, until the key can be exchanged for a token. */
  accessKey: string | undefined;
  /** What the device's lock gives instead of an access key; never sent to a server. */
  lockSecret: string | undefined;
  /** Encrypts the draft on the device; kept until the draft is open. */
  draftKey: string | undefined;
  /**
   * The key with which this tab signed in, kept as long as the tab, so that the client can go on after a 401 without
   * typing it.
   */
  enteredKey: string | undefined;
  /** The interviews that the client is asked; undefined without a connection, or if the server does not say. */
  interviews: Interviews | undefined;
  /** The question that a sign-in link leads to, until the question is open. */
  questionId: string | undefined;
  /** Set if a helper of the client signed in: which part of the interview is theirs. */
  helper: Credentials["helper"];
  /** What helpers have added since the client's last sign-in, until it is reported. */
  helped: Credentials["helped"];
};

export const SIGNED_OUT: Session = {
  client: undefined,
  accessToken: undefined,
  accessKey: undefined,
  lockSecret: undefined,
  draftKey: undefined,
  enteredKey: undefined,
  interviews: undefined,
  questionId: undefined,
  helper: undefined,
  helped: undefined,
};

export const createSession = () => createStore<Session>(() => SIGNED_OUT);
export type SessionStore = ReturnType<typeof createSession>;

/** How the client signed in. Without a secret, the device's lock opens no draft on the device. */
export type Entrance = { accessKey: string } | { lockSecret: string | undefined };

const keysOf = (entrance: Entrance) => ({ accessKey: undefined, lockSecret: undefined, ...entrance });

export function signIn(
  session: SessionStore,
  credentials: Credentials,
  entrance: Entrance,
  questionId?: string,
): void {
  const { accessToken, clientId, clientName, draftKey, interviews, opensDrafts = true } = credentials;
  const { helper, helped } = credentials;
  const client = { id: clientId, name: clientName };
  const { accessKey, lockSecret } = keysOf(entrance);
  // a hand-over key ends within minutes and opens no draft on the device; a helper's key is kept in the tab
  const key = opensDrafts ? accessKey : undefined;
  session.setState({
    client,
    accessToken,
    accessKey: key,
    lockSecret,
    draftKey,
    enteredKey: helper ? accessKey : key,
    interviews,
    questionId,
    helper,
    helped,
  });
}

/** Without a connection, after the key or the lock has opened the draft on this device. */
export function openOffline(
  session: SessionStore,
  { client, draftKey }: { client: { id: string; name: string }; draftKey: string },
  entrance: Entrance,
  questionId?: string,
): void {
  const keys = keysOf(entrance);
  session.setState({
    client,
    draftKey,
    ...keys,
    accessToken: undefined,
    enteredKey: keys.accessKey,
    questionId,
  });
}
