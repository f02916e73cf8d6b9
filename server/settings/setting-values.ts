import { isIP } from "node:net";
import type { WebhookNetworks } from "../outgoing/egress-policy.ts";

/** Parsers for settings that belong to no other folder. Each throws an Error that says what is expected. */

export function parseHost(text = "127.0.0.1"): string {
  if (isIP(text) === 0 && !/^[a-z\d](?:[\w.-]*[a-z\d])?$/i.test(text))
    throw new Error(`expected an IP address or a host name, without a port, not "${text}".`);
  return text;
}

export function parseWhole(text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Error(`expected a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}

export function parseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.pathname !== "/") {
    throw new Error(
      `expected an address without a path, such as https://interview.example.com, not "${text}".`,
    );
  }
  return url.origin;
}

export function parseName(text: string | undefined): string | undefined {
  const name = text?.trim();
  if (name !== undefined && (name.length > 60 || /\p{Cc}/u.test(name)))
    throw new Error("expected at most 60 characters on one line.");
  return name;
}

export function parseWebhookNetworks(text = "0"): WebhookNetworks {
  if (text === "1") return "all";
  const ranges = text === "0" ? [] : parseRanges(text);
  return ranges.length > 0 ? ranges : "public";
}

export function parseRanges(text: string | undefined): string[] {
  const ranges = (text ?? "").split(",").map((range) => range.trim());
  for (const range of ranges.filter(Boolean)) {
    const [address = "", bits, ...rest] = range.split("/");
    const version = isIP(address);
    const hasBits = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    if (version === 0 || !hasBits || rest.length > 0)
      throw new Error(`"${range}" isn't an IP address or CIDR range.`);
  }
  return ranges.filter(Boolean);
}

export function parseFlag(text: string | undefined): boolean {
  return parseOneOf(text ?? "0", ["0", "1"]) === "1";
}

/** An earlier release accepted "off", which stored answers, audio and notes unencrypted. */
export function parseEncryption(text = "on"): "on" {
  if (text !== "on")
    throw new Error(
      `remove this setting or set it to on, not "${text}", because answers, audio and notes are always encrypted.`,
    );
  return text;
}

export function parseOneOf<Option extends string>(text: string, options: readonly Option[]): Option {
  const found = options.find((option) => option === text);
  if (found === undefined) throw new Error(`expected one of ${options.join(", ")}, not "${text}".`);
  return found;
}
