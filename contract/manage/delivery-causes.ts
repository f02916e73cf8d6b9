/** Why a message was not answered at all, in words for a manager. */
export const deliveryCauses = {
  "address-refused":
    "The address leads to where this installation lets none lead: a private or reserved network, or by http beyond its own.",
  "plain-http": "The address is not https, and this installation allows nothing else.",
  "no-such-host": "There is no host of that name.",
  "name-failed": "The name could not be looked up.",
  "connection-refused": "Nobody listens at that address.",
  unreachable: "The address cannot be reached.",
  "cut-off": "The connection was cut before an answer came.",
  "timed-out": "No answer came in time.",
  "certificate-expired": "The certificate is not valid at this time.",
  "certificate-untrusted": "No authority that this server trusts has signed the certificate.",
  "certificate-other-host": "The certificate is for another host.",
  "tls-failed": "No secure connection could be agreed on.",
  "not-http": "The answer was not HTTP.",
  failed: "The message could not be sent.",
} as const;

export type DeliveryCause = keyof typeof deliveryCauses;
