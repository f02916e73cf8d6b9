import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { AddressRefused, guardedLookup } from "./guarded-lookup.ts";
import type { OutgoingRequestOptions } from "./send-request.ts";

type Host = { host: string; port: number };

/**
 * Opens a TCP connection for protocols other than HTTP. Rejects with AddressRefused, the signal's reason, or the
 * connection's error.
 */
export async function connectTo(
  { host, port }: Host,
  { reach, lookup, signal }: Omit<OutgoingRequestOptions, "maxBytes">,
): Promise<Socket> {
  const allows = (address: string) => reach.allows(address, false);
  if (isIP(host) !== 0 && !allows(host)) throw new AddressRefused("The address is not one that is allowed");
  signal.throwIfAborted();
  const socket = connect({ host, port, lookup: guardedLookup(lookup, allows) });
  try {
    await once(socket, "connect", { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  }
}
