import { isoOf } from "#contract/instants.ts";
import type { Secrets } from "../../access-keys/secrets.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import type { PepperUse } from "../../storage/access/access-keys.ts";
import { table } from "../command.ts";

export type PepperFacts = {
  pepperId: string;
  isCurrent: boolean;
  keys: number;
  pins: number;
  lastExpiresAt: string | null;
};

/** Each pepper in the file, and how many keys and PINs depend on it. */
export function pepperFacts({ peppers, currentPepper }: Secrets, uses: PepperUse[]): PepperFacts[] {
  return Object.keys(peppers).map((pepperId) => {
    const { keys = 0, pins = 0, lastExpiresAt } = uses.find((use) => use.pepperId === pepperId) ?? {};
    const isCurrent = pepperId === currentPepper;
    return { pepperId, isCurrent, keys, pins, lastExpiresAt: isoOf(lastExpiresAt) };
  });
}

export function pepperLines(facts: PepperFacts[]): string[] {
  return table(
    ["PEPPER", "STATE", "LIVE KEYS", "PINS", "LAST KEY ENDS"],
    facts.map(({ pepperId, isCurrent, keys, pins, lastExpiresAt }) => [
      pepperId,
      isCurrent ? "current" : "earlier",
      String(keys),
      String(pins),
      lastExpiresAt ?? "-",
    ]),
  );
}

/** "2 live keys and 1 PIN" */
export function neededBy({ keys, pins }: Pick<PepperUse, "keys" | "pins">): string {
  const things = [keys > 0 && pluralize(keys, "live key"), pins > 0 && pluralize(pins, "PIN")];
  return things.filter(Boolean).join(" and ");
}
