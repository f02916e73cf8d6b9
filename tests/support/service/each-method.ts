import type { Storage } from "../../../server/storage/storage.ts";

type Method = (...args: unknown[]) => unknown;

/** A storage with each method replaced by `wrapped`; `name` is, for example, `clients.add` or `check`. */
export function eachMethod(storage: Storage, wrapped: (name: string, method: Method) => Method): Storage {
  const wrap = (name: string, part: unknown): unknown => {
    if (typeof part === "function") return wrapped(name, part as Method);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([inner, method]) => [inner, wrap(`${name}.${inner}`, method)]),
    );
  };
  return Object.fromEntries(
    Object.entries(storage).map(([name, part]) => [name, wrap(name, part)]),
  ) as unknown as Storage;
}
