import { isoOf } from "#contract/instants.ts";
import { PIN_TRIES_MAX } from "#contract/limits.ts";
import type { ClientPin } from "#contract/manage/clients.ts";
import type { StoredPin } from "../storage/access/pins.ts";

/** What may be told of a client's PIN. */
export function toPinView(pin: StoredPin | undefined): ClientPin {
  if (!pin) return { state: "none", setAt: null, stoppedAt: null };
  const { tries, setAt, stoppedAt } = pin;
  const state = tries < PIN_TRIES_MAX ? "set" : "stopped";
  return { state, setAt: isoOf(setAt), stoppedAt: isoOf(stoppedAt) };
}
