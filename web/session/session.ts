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
  /** What the lock of the device gives in the place of an access key; it goes to no server. */
  lockSecret: string | undefined;
  /** What the draft on the device is encrypted with, until that is open. */
  draftKey: string | undefined;
  /** The key that this tab signed in with, kept for its life, so that the client can go on after a 401 without it. */
  enteredKey: string | undefined;
  /** What the client is asked; undefined without a connection, and of a server that does not tell. */
  interviews: Interviews | undefined;
  /** The question that a sign-in link leads to, until it is open. */
  questionId: string | undefined;
  /** Set where a helper of the client signed in: what of the interview is theirs. */
  helper: Credentials["helper"];
  /** What helpers have added since the client signed in last, until it is said. */
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

/** What a client came in by. Without a secret, the lock of the device opens nothing there. */
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
  // the key of a hand-over ends within minutes, and leaves nothing on the device; a helper's goes on in the tab
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

/** Without a connection: the key, or the lock, has opened the draft on this device. */
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
