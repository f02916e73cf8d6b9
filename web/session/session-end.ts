import { type Session, type SessionStore, SIGNED_OUT } from "./session.ts";

/** What a session gives up, bit by bit; apart from its beginning, which the first screen needs. */

/** The draft is open: the session holds only what the calls need from here on. */
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

/** Whether the session has ended while the client is still at work. */
export function hasEnded({ client, accessToken, accessKey, lockSecret }: Session): boolean {
  return client !== undefined && (accessToken ?? accessKey ?? lockSecret) === undefined;
}
