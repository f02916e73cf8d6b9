/** Why a message was not answered at all; the sentence stands in the console's catalogue under `deliveryCause.<code>`. */
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
