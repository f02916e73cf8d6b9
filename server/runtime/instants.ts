/** ISO 8601, UTC, as every call tells an instant. */
export function isoOf(instant: number): string;
/** Null where there is none. */
export function isoOf(instant: number | null | undefined): string | null;
export function isoOf(instant: number | null | undefined): string | null {
  return instant == null ? null : new Date(instant).toISOString();
}
