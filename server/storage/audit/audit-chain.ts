import { hash } from "node:crypto";
import type { Tables } from "../engine/schema.ts";

/** The last link of the audit trail: how many events there are, and a hash over all of them. */
export type ChainHead = { seq: number; hash: string };
export type UnchainedEvent = Omit<Tables["events"], "seq" | "hash">;

/** The head of an empty trail. */
export const CHAIN_START: ChainHead = { seq: 0, hash: "" };

/** The head after one more event. The hash covers every column and all earlier events. */
export function linkAfter(head: ChainHead, event: UnchainedEvent): ChainHead {
  const seq = head.seq + 1;
  const { event_id, at, kind, actor, client_id, key_id, request_id, detail, address, device } = event;
  const content = [event_id, at, kind, actor, client_id, key_id, request_id, detail, address];
  // events of earlier releases have no device, and keep their hash
  if (device != null) content.push(device);
  return { seq, hash: hash("sha256", JSON.stringify([head.hash, seq, ...content]), "base64url") };
}

const HEAD = /^(\d{1,15}):([\w-]{43})$/;

/** The form in which a head is printed and logged. */
export const textOfHead = ({ seq, hash }: ChainHead) => `${seq}:${hash}`;

/** Undefined if the text is not a head. */
export function headOfText(text: string): ChainHead | undefined {
  const [, seq, hash] = HEAD.exec(text) ?? [];
  return hash === undefined ? undefined : { seq: Number(seq), hash };
}
