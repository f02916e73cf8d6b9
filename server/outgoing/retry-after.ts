/** What a `Retry-After` header asks for, in milliseconds from now: it has seconds, or an instant. */
export function retryAfterMs(text: string | null | undefined, now: number): number | undefined {
  if (text == null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
