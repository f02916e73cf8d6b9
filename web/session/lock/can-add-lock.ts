let hasLock = false;

/** Finds out whether this device has a lock that pages may use; until then, no lock is offered. */
export async function findOwnLock(): Promise<void> {
  const isKnownHere = typeof PublicKeyCredential !== "undefined";
  if (!isKnownHere || document.documentElement.dataset.passkeys !== "on") return;
  hasLock = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
}

/** Whether this device has a lock that could sign in here and was not added yet. */
export function canAddLock(): boolean {
  return hasLock && document.documentElement.dataset.lock === undefined;
}
