import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** Of the 24 to 64 that the Standard Webhooks specification wants. */
const SECRET_BYTES = 32;

export type SignedMessage = {
  messageId: string;
  body: string;
  secrets: string[];
  /** Of this try: a receiver refuses an old one. */
  at: number;
};

export function makeSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** The three headers of the specification, with a signature by each secret. */
export function signedHeaders({ messageId, body, secrets, at }: SignedMessage) {
  const timestamp = new Date(at);
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(at / 1_000)),
    "webhook-signature": secrets
      .map((secret) => new Webhook(secret).sign(messageId, timestamp, body))
      .join(" "),
  };
}
