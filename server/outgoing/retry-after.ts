/** The milliseconds from now that a `Retry-After` header asks for; it contains seconds or a date. */
export function retryAfterMs(text: string | null | undefined, now: number): number | undefined {
  if (text == null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
