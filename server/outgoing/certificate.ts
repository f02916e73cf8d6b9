import { once } from "node:events";
import { isIP } from "node:net";
import { connect } from "node:tls";
import { bareHost } from "./bare-host.ts";
import { connectTo } from "./connect-to.ts";
import type { OutgoingRequestOptions } from "./send-request.ts";

export type ShownCertificate = {
  /** Epoch milliseconds. */
  beginsAt: number;
  endsAt: number;
  /** Why the certificate is not trusted; undefined if it is. */
  distrust: string | undefined;
};

/** The certificate that a host presents, trusted or not. Sends no data. Rejects like `connectTo`. */
export async function certificateAt(
  url: URL,
  options: Omit<OutgoingRequestOptions, "maxBytes">,
): Promise<ShownCertificate> {
  const host = bareHost(url);
  const socket = await connectTo({ host, port: Number(url.port || 443) }, options);
  const secured = connect({ socket, servername: isIP(host) === 0 ? host : "", rejectUnauthorized: false });
  try {
    await once(secured, "secureConnect", { signal: options.signal });
    const { valid_from, valid_to } = secured.getPeerCertificate();
    const [beginsAt, endsAt] = [Date.parse(valid_from), Date.parse(valid_to)];
    return {
      beginsAt,
      endsAt,
      distrust: secured.authorized ? undefined : String(secured.authorizationError),
    };
  } finally {
    secured.destroy();
  }
}
