import { hashSecret, type Secrets } from "../access-keys/secrets.ts";

/**
 * What is hashed slowly in the place of a PIN. Six digits are guessed in days from any slow hash; from a keyed one they
 * are not, without the pepper, which is in no database.
 */
export function pinText(
  secrets: Secrets,
  pepperId: string,
  { clientId, pin }: { clientId: string; pin: string },
): string | undefined {
  // a key's secret part has no colon, so that neither is ever taken for the other
  return hashSecret(secrets, pepperId, `pin:${clientId}:${pin}`);
}
