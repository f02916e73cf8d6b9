/**
 * Web Locks last as long as the page, so a tab journal whose lock is free belongs to a closed page. In a browser
 * without them, every tab journal counts as a closed page's, and only the server keeps saves of two tabs apart.
 */
export type Locks = {
  /** Holds the name until it is released or the page ends; undefined if another page holds it. */
  hold(name: string): Promise<{ release(): void } | undefined>;
  /** Runs `act` while no other page runs one under this name, or anyway after waiting for `limitMs`. */
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
      // a tab that hangs must not block this one; the record's revision detects conflicting saves
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
