import type { LookupAddress, LookupAllOptions } from "node:dns";
import type { LookupFunction } from "node:net";

/** The part of `dns.lookup` that is used. */
export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** An address, or a name that resolves to one, that must not be connected to. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

/**
 * A socket's lookup that permits allowed addresses only. It runs as part of the connection, so that the checked
 * addresses are the ones connected to, and DNS rebinding cannot substitute another one. A single forbidden address
 * refuses the whole name, because no legitimate name resolves to both kinds.
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
