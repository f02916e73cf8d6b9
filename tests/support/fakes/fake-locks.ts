/**
 * Web Locks that the pages of one browser share. The fake is strict: it refuses what a browser refuses, and treats
 * requests that the app is not known to make as errors.
 */
type Options = { ifAvailable?: boolean; signal?: AbortSignal };
type Act = (lock: Lock | null) => unknown;
type Page = { hasEnded: boolean };
/** A lock that a page waits for or holds. */
type Claim = { page: Page; name: string; take: () => void };

const NEVER = new Promise<never>(() => undefined);

export type FakePage = {
  manager: LockManager;
  /** Ends the page in whatever way: its locks are free, and its waiting requests never settle. */
  end(): void;
};

export function fakeLocks() {
  const held = new Map<string, Claim>();
  let waiting: Claim[] = [];

  function grant(claim: Claim): void {
    waiting = waiting.filter((each) => each !== claim);
    held.set(claim.name, claim);
    claim.take();
  }

  function free(name: string): void {
    held.delete(name);
    const next = waiting.find((claim) => claim.name === name);
    if (next) grant(next);
  }

  /** Settles once the page has the lock; never for a page that ends before. */
  function taken(page: Page, name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const claim = { page, name, take: resolve };
      if (!held.has(name)) return grant(claim);
      waiting.push(claim);
      signal?.addEventListener("abort", () => {
        waiting = waiting.filter((each) => each !== claim);
        reject(signal.reason);
      });
    });
  }

  async function request(page: Page, name: string, { ifAvailable, signal }: Options, act: Act) {
    signal?.throwIfAborted();
    // like a browser, never grants a lock inside the call
    await Promise.resolve();
    if (page.hasEnded) return NEVER;
    if (ifAvailable && held.has(name)) return act(null);
    await taken(page, name, signal);
    try {
      return await act({ name, mode: "exclusive" });
    } finally {
      if (!page.hasEnded) free(name);
    }
  }

  function openPage(): FakePage {
    const page = { hasEnded: false };
    const manager = {
      async request(name: string, ...given: [Act] | [Options, Act]): Promise<unknown> {
        const [options, act] = given.length === 1 ? [{}, given[0]] : given;
        refuseWrong(name, options, act);
        if (page.hasEnded) throw new DOMException("The page has ended", "InvalidStateError");
        return request(page, name, options, act);
      },
    } as LockManager;
    return {
      manager,
      end(): void {
        page.hasEnded = true;
        waiting = waiting.filter((claim) => claim.page !== page);
        const own = [...held.values()].filter((claim) => claim.page === page);
        for (const { name } of own) free(name);
      },
    };
  }

  return { openPage, heldNames: () => [...held.keys()].sort() };
}

function refuseWrong(name: string, { ifAvailable, signal, ...unknown }: Options, act: Act): void {
  const refused = (message: string) => new DOMException(message, "NotSupportedError");
  if (Object.keys(unknown).length > 0)
    throw new TypeError(`Nobody expected ${Object.keys(unknown).join(", ")}`);
  if (typeof act !== "function") throw new TypeError("There is nothing to do with the lock");
  if (name === "" || name.startsWith("-")) throw refused(`No lock is called "${name}"`);
  if (ifAvailable && signal) throw refused("What is taken only if available is not waited for");
}
