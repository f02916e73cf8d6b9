const BEAT_MS = 5;

/** Shows other threads how late the main thread is: it writes the time into shared memory at fixed intervals. */
export function createHeartbeat() {
  const beat = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  let timer: NodeJS.Timeout | undefined;
  const write = () => void Atomics.store(new BigInt64Array(beat), 0, process.hrtime.bigint());
  return {
    beat,
    start(): void {
      write();
      timer ??= setInterval(write, BEAT_MS).unref();
    },
    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** The milliseconds by which the next heartbeat is late. */
export function lagOf(beat: SharedArrayBuffer): number {
  const since = process.hrtime.bigint() - Atomics.load(new BigInt64Array(beat), 0);
  return Number(since / 1_000_000n) - BEAT_MS;
}
