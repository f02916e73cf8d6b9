import type { LookupAddress } from "node:dns";
import { isIPv6 } from "node:net";
import type { Lookup } from "../../../server/outgoing/guarded-lookup.ts";

/** A fake name server for one name: gives the answers in order and repeats the last one. */
export function fakeLookup(name: string, ...answers: string[][]) {
  let asked = 0;
  const lookup: Lookup = (hostname, options, callback) => {
    if (hostname !== name || options.all !== true) throw new Error(`Unexpected lookup of ${hostname}`);
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    process.nextTick(() => callback(null, addresses.map(asLookupAddress)));
  };
  return { lookup, asked: () => asked };
}

function asLookupAddress(address: string): LookupAddress {
  return { address, family: isIPv6(address) ? 6 : 4 };
}
