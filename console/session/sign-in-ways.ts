/** The available ways to sign in, which the server writes into the page. */
export type SignInWays = {
  /** The text of the OpenID Connect button; empty if there is no button. */
  openIdName: string;
  takesPasswords: boolean;
};

export function readSignInWays(page: Pick<Document, "querySelector">): SignInWays {
  const contentOf = (name: string) =>
    page.querySelector<HTMLMetaElement>(`meta[name="firsthand-${name}"]`)?.content;
  return { openIdName: contentOf("openid") ?? "", takesPasswords: contentOf("passwords") !== "off" };
}
