/** A duration in whole seconds as minutes and seconds, such as 1:05. */
export function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
