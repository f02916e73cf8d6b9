/** Why a message got no answer at all; the sentence is in the console's catalog under `deliveryCause.<code>`. */
export const deliveryCauses = [
  "address-refused",
  "plain-http",
  "no-such-host",
  "name-failed",
  "connection-refused",
  "unreachable",
  "cut-off",
  "timed-out",
  "certificate-expired",
  "certificate-untrusted",
  "certificate-other-host",
  "tls-failed",
  "not-http",
  "failed",
] as const;

export type DeliveryCause = (typeof deliveryCauses)[number];
