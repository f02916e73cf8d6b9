/** A wake lock, which the browser releases as soon as the page is hidden. */
type HeldWakeLock = Pick<WakeLockSentinel, "release">;

type CreateKeepAwakeOptions = {
  /** Undefined if the browser has no wake lock. */
  request: (() => Promise<HeldWakeLock>) | undefined;
  page: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
};

/** The browser's wake lock; undefined on pages that may not ask for one. */
export const findWakeLock = ({
  wakeLock,
}: Partial<Pick<Navigator, "wakeLock">>): CreateKeepAwakeOptions["request"] =>
  wakeLock && (() => wakeLock.request("screen"));

/** Keeps a phone from locking while the client speaks, because a locked phone ends the microphone. */
export function createKeepAwake({ request, page }: CreateKeepAwakeOptions) {
  let isWanted = false;
  let held: Promise<HeldWakeLock | undefined> = Promise.resolve(undefined);

  function ask(): void {
    if (!request || page.visibilityState !== "visible") return;
    // a browser that saves its battery refuses, and the recording goes on
    held = request().catch(() => undefined);
  }

  function release(): void {
    void held.then((lock) => lock?.release()).catch(() => undefined);
    held = Promise.resolve(undefined);
  }

  const onReturn = () => {
    if (isWanted) ask();
  };
  page.addEventListener("visibilitychange", onReturn);

  return {
    /** `isOn`: whether the microphone is on, or about to be. */
    want(isOn: boolean): void {
      if (isOn === isWanted) return;
      isWanted = isOn;
      if (isOn) ask();
      else release();
    },
    close(): void {
      page.removeEventListener("visibilitychange", onReturn);
      isWanted = false;
      release();
    },
  };
}
