import { type Session, type SessionStore, SIGNED_OUT } from "./session.ts";

/** How a session ends, step by step; in a separate file because the first screen needs only its beginning. */

/** Once the draft is open, the session holds only what calls need from then on. */
export function forgetKeys(session: SessionStore): void {
  const { accessToken } = session.getState();
  session.setState({
    draftKey: undefined,
    ...(accessToken !== undefined && { accessKey: undefined, lockSecret: undefined }),
  });
}

export function forgetToken(session: SessionStore): void {
  session.setState({ accessToken: undefined, accessKey: undefined, lockSecret: undefined });
}

export function signOut(session: SessionStore): void {
  session.setState(SIGNED_OUT);
}

/** Whether the session has ended while the client is still working. */
export function hasEnded({ client, accessToken, accessKey, lockSecret }: Session): boolean {
  return client !== undefined && (accessToken ?? accessKey ?? lockSecret) === undefined;
}
