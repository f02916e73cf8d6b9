/**
 * Web Locks, which live as long as the page: a tab journal whose lock is free belongs to a page that has ended. Where
 * the browser has none, every tab journal is taken as one of an ended page, and saves of two tabs meet on the server
 * alone.
 */
export type Locks = {
  /** Holds the name until it is released or the page ends; undefined where another page holds it. */
  hold(name: string): Promise<{ release(): void } | undefined>;
  /** Runs the act when no other page runs one under this name, or after the limit all the same. */
  alone<Result>(name: string, limitMs: number, act: () => Promise<Result>): Promise<Result>;
};

export function pageLocks(manager: LockManager | undefined): Locks {
  if (!manager)
    return { hold: async () => ({ release: () => undefined }), alone: (_name, _limit, act) => act() };
  return {
    hold: (name) =>
      new Promise((settle, reject) => {
        const held = manager.request(name, { ifAvailable: true }, (lock) => {
          if (!lock) return settle(undefined);
          return new Promise<void>((release) => settle({ release }));
        });
        held.catch(reject);
      }),
    async alone(name, limitMs, act) {
      // another tab that hangs must not hold up this one: the revision protects what both would write
      const patience = AbortSignal.timeout(limitMs);
      try {
        return await manager.request(name, { signal: patience }, act);
      } catch (error) {
        if (patience.aborted && error === patience.reason) return act();
        throw error;
      }
    },
  };
}
