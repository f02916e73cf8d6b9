import type { Result } from "../api/result.ts";
import type { Timers } from "../draft/journal.ts";

/** How often the server is asked while another device is at work. */
const LOOK_EVERY_MS = 3_000;
/** After this long without news, the other device counts as stopped. */
const QUIET_MS = 15 * 60_000;

export type DeviceFollower = ReturnType<typeof createDeviceFollower>;

type DeviceFollowerOptions = {
  /** The server's revision of the record. */
  findRevision: () => Promise<number | undefined>;
  /** This page's revision of the record. */
  knownRevision: () => number;
  pull: () => Promise<Result<unknown>>;
  timers: Timers;
  page: Document;
  clock: () => number;
};

/** Shows the client's answers from another device as they are saved. Started once that device can sign in. */
export function createDeviceFollower({
  findRevision,
  knownRevision,
  pull,
  timers,
  page,
  clock,
}: DeviceFollowerOptions) {
  let timer: unknown;
  let newsAt = 0;

  const lookLater = () => {
    timer = timers.setTimeout(() => void look(), LOOK_EVERY_MS);
  };

  async function look(): Promise<void> {
    if (clock() - newsAt > QUIET_MS) return stop();
    // a hidden page does not ask; autosave fetches what is new after a longer absence
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
