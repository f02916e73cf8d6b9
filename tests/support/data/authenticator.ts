import { createHmac } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PERIOD_MS = 30_000;

/** What an authenticator app shows at an instant: RFC 6238, implemented independently of the server. */
export function appCode(secret: string, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / PERIOD_MS)));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, "0");
}

/** A code that is wrong at this instant and at the instants around it. */
export function wrongCode(secret: string, at: number): string {
  const right = [-2, -1, 0, 1, 2].map((periods) => appCode(secret, at + periods * PERIOD_MS));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.includes(code)) ?? ""
  );
}

/** The secret that an app reads from the QR code. */
export function appSecret(address: string): string {
  const { protocol, host, searchParams } = new URL(address);
  if (protocol !== "otpauth:" || host !== "totp") throw new Error(`No app takes ${address}`);
  return searchParams.get("secret") ?? "";
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
