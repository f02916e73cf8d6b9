/** Whether this device may have a lock that signs in here, and it was not added yet. */
export function canAddLock(): boolean {
  const { passkeys, lock } = document.documentElement.dataset;
  return passkeys === "on" && lock === undefined && typeof PublicKeyCredential !== "undefined";
}
