import type { CDPSession, Page } from "@playwright/test";

/** The lock of a device, by Chromium's virtual authenticator. */
export type DeviceLock = {
  /** From now on the person fails to open the lock; after a few tries it stays locked, as real ones do. */
  refuse(): Promise<void>;
  /** The number of passkeys on the device. */
  count(): Promise<number>;
  /** Removes the device's lock and its passkeys. */
  remove(): Promise<void>;
};

/**
 * Gives the page's device a lock: a platform authenticator that verifies its user, with or without a secret for each
 * passkey.
 */
export async function withDeviceLock(page: Page, { givesSecret = true } = {}): Promise<DeviceLock> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: givesSecret,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async refuse() {
      await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    },
    async count() {
      const { credentials } = await devtools.send("WebAuthn.getCredentials", { authenticatorId });
      return credentials.length;
    },
    async remove() {
      await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    },
  };
}
