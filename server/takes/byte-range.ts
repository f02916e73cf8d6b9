import type { ByteRange } from "../storage/takes/audio.ts";

/**
 * The range of a `Range` header, cut to the size. `whole` without a range or for one to ignore (unreadable, or several
 * ranges, which RFC 9110 §14.2 permits to ignore); `unsatisfiable` if it starts beyond the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return "whole";
  const first = from === "" ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && from !== "" && Number(to) < first) return "whole";
  return first < size ? { first, last } : "unsatisfiable";
}
