import { createStore } from "zustand/vanilla";
import type { Take } from "#contract/api/calls.ts";
import type { CallError, Result } from "../api/result.ts";
import type { Timers } from "../draft/journal.ts";
import type { KeptTakes } from "./kept-takes.ts";
import { type SentTake, sendTake } from "./send-take.ts";

/** The delivery of a take to the server. A take that the server has completely has no entry. */
export type Delivery =
  | { phase: "sending"; percent: number }
  /** Sending continues automatically. */
  | { phase: "waiting"; cause: "connection" | "session" | "server" }
  /** Sending continues only when the client asks for it. */
  | { phase: "stopped"; message: string };

export type Deliveries = { [takeId: string]: Delivery };

/** As in autosave (web/draft/autosave.ts): a server that answers with an error needs longer than a lost connection. */
const RETRY_FIRST_MS = { connection: 4_000, server: 8_000 };
const RETRY_MAX_MS = 60_000;

type StartDeliveryOptions = {
  kept: KeptTakes;
  findToken: () => Promise<Result<string>>;
  timers: Timers;
  /** From 0 up to 1. */
  random: () => number;
  /** Whether the draft still has the answer. */
  isWanted: (takeId: string) => boolean;
  /** Called when the server has the whole take. */
  onSent: (take: Take) => void;
  /** Called when a background call finds that the session has ended. */
  onSignedOut: (error: CallError) => void;
};

export type TakeDelivery = ReturnType<typeof startDelivery>;

/** Sends this page's takes, one after the other, until the server has them. */
export function startDelivery(options: StartDeliveryOptions) {
  const { kept, findToken, timers, random, isWanted, onSent, onSignedOut } = options;
  const store = createStore<Deliveries>(() => ({}));
  let round: Promise<void> | undefined;
  /** The takes that were tried in this round. */
  let tried = new Set<string>();
  let retryTimer: unknown;
  let failures = 0;
  let isStopped = false;

  const deliveryOf = (id: string) => store.getState()[id];
  const set = (id: string, delivery: Delivery) => store.setState({ [id]: delivery });

  function forget(id: string): void {
    const { [id]: _gone, ...others } = store.getState();
    store.setState(others, true);
  }

  /** Sends all waiting takes now; settles when there is nothing left to try. */
  function run(): Promise<void> {
    timers.clearTimeout(retryTimer);
    round ??= sendAll();
    return round;
  }

  async function sendAll(): Promise<void> {
    tried = new Set();
    // every take is stored on the device before it is sent
    await kept.flush();
    const error = await sendEach();
    if (error) waitForBetter(error);
    else failures = 0;
  }

  /** Returns the error that keeps the other takes from being sent too, if any. */
  async function sendEach(): Promise<CallError | undefined> {
    const next = () =>
      Object.keys(store.getState()).find((id) => !tried.has(id) && deliveryOf(id)?.phase !== "stopped");
    try {
      for (let id = next(); id !== undefined && !isStopped; id = next()) {
        tried.add(id);
        const error = await sendOne(id);
        if (error && !isOfTake(error)) return error;
      }
      return undefined;
    } finally {
      // in the same step as the last check for waiting takes, so that a later take begins a new round
      round = undefined;
    }
  }

  async function sendOne(id: string): Promise<CallError | undefined> {
    const sent = await trySending(id);
    if (isStopped || !deliveryOf(id)) return undefined;
    if (sent.ok) {
      forget(id);
      if (sent.data) onSent(sent.data);
      return undefined;
    }
    if (isOfTake(sent.error)) set(id, { phase: "stopped", message: sent.error.message });
    return sent.error;
  }

  async function trySending(id: string): Promise<SentTake> {
    const take = kept.find(id);
    const sound = await kept.sound(id);
    if (!take || !sound) return { ok: true, data: undefined };
    const token = await findToken();
    if (!token.ok) return token;
    return sendTake(token.data, {
      take,
      sound,
      isWanted: () => !isStopped && isWanted(id),
      onProgress: (percent) => {
        if (deliveryOf(id)) set(id, { phase: "sending", percent });
      },
    });
  }

  function waitForBetter(error: CallError): void {
    const cause = causeOf(error);
    for (const [id, { phase }] of Object.entries(store.getState()))
      if (phase !== "stopped") set(id, { phase: "waiting", cause });
    if (error.status === 401) onSignedOut(error);
    // a new session calls `retry`
    if (cause === "session") return;
    const steady = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS[cause] * 2 ** failures);
    failures += 1;
    // the random factor spreads the retries of many clients when a server comes back
    retryTimer = timers.setTimeout(() => void run(), steady * (0.75 + random() / 2));
  }

  return {
    store,
    /** Starts the delivery of a take of this page. */
    add(id: string): void {
      if (deliveryOf(id)) return;
      set(id, { phase: "sending", percent: 0 });
      void run();
    },
    /** Tries again, because the client asked for the take `id` or because something has changed for the better. */
    retry(id?: string): void {
      tried.delete(id ?? "");
      if (id !== undefined && deliveryOf(id)) set(id, { phase: "sending", percent: 0 });
      if (Object.keys(store.getState()).length > 0) void run();
    },
    forget,
    /** Tries everything once more; settles when everything is sent or cannot be sent now. */
    async flush(): Promise<void> {
      await round;
      await run();
    },
    stop(): void {
      isStopped = true;
      timers.clearTimeout(retryTimer);
    },
  };
}

/** Whether the server refuses the take itself, so that sending it again would not help. */
function isOfTake({ code, status }: CallError): boolean {
  // a success that cannot be read comes from a proxy in between
  if (status === undefined || status < 400 || status >= 500 || code === "TAKE_IN_USE") return false;
  return ![401, 403, 408, 429].includes(status);
}

function causeOf({ code, status }: CallError): "connection" | "session" | "server" {
  if (code === "NOT_AUTHENTICATED" || status === 401) return "session";
  return status === undefined ? "connection" : "server";
}
