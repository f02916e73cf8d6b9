import type { Result } from "../api/result.ts";
import type { Timers } from "../draft/journal.ts";

/** How often the server is asked while another device is at work. */
const LOOK_EVERY_MS = 3_000;
/** After so long without news the other device has stopped. */
const QUIET_MS = 15 * 60_000;

export type Following = ReturnType<typeof createFollowing>;

type Watched = {
  /** Which revision the server has. */
  findRevision: () => Promise<number | undefined>;
  /** Which one this page has. */
  knownRevision: () => number;
  pull: () => Promise<Result<unknown>>;
  timers: Timers;
  page: Document;
  clock: () => number;
};

/** Shows here what the client answers on another device, as it comes: begun once that device can sign in. */
export function createFollowing({ findRevision, knownRevision, pull, timers, page, clock }: Watched) {
  let timer: unknown;
  let newsAt = 0;

  const lookLater = () => {
    timer = timers.setTimeout(() => void look(), LOOK_EVERY_MS);
  };

  async function look(): Promise<void> {
    if (clock() - newsAt > QUIET_MS) return stop();
    // a page that is looked at again fetches what is new itself
    if (page.visibilityState === "visible" && ((await findRevision()) ?? 0) > knownRevision()) {
      newsAt = clock();
      await pull();
    }
    if (timer !== undefined) lookLater();
  }

  function stop(): void {
    timers.clearTimeout(timer);
    timer = undefined;
  }

  return {
    start(): void {
      newsAt = clock();
      if (timer === undefined) lookLater();
    },
    stop,
  };
}
