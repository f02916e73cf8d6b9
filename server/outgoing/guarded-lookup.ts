import type { LookupAddress, LookupAllOptions } from "node:dns";
import type { LookupFunction } from "node:net";

/** `dns.lookup`, as far as it is used. */
export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** An address, or a name by what it leads to, that may not be connected to. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

/**
 * The lookup of a socket that connects only where that is allowed. It stands inside the connection, and is asked once
 * for each: the addresses that were looked at are the ones connected to, so that a name server cannot give another one
 * after the check. One address that is not allowed refuses all of them: no honest name leads to both.
 */
export function guardedLookup(lookup: Lookup, allows: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => allows(address))) {
        return callback(new AddressRefused("The name leads to an address that is not allowed"), []);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
