import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** The Standard Webhooks specification asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

export type SignedMessage = {
  messageId: string;
  body: string;
  secrets: string[];
  /** The time of this attempt; receivers refuse old timestamps. */
  at: number;
};

export function makeSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** The three headers of the specification, with one signature per secret. */
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
