import { readTrace } from "./strace.ts";

export type KillPoint = {
  /** The option for strace. */
  inject: string;
  /** The name of the point in a failure's message. */
  label: string;
};

/** Points spread over a recorded run: each is one of the run's calls on a file of the folder. */
export function killPoints(
  { log, folder }: { log: string; folder: string },
  count: number,
  random: () => number,
): KillPoint[] {
  // strace counts every call of a name, including calls on other files
  const seen: { [name: string]: number } = {};
  const points = readTrace(log).flatMap(({ name, path }) => {
    seen[name] = (seen[name] ?? 0) + 1;
    return path.startsWith(folder) ? [{ name, path: path.slice(folder.length), at: seen[name] }] : [];
  });
  return Array.from({ length: count }, (_, place) => {
    const { name, path, at } =
      points[Math.floor(((place + random()) / count) * points.length)] ?? points[0] ?? fail();
    return { inject: `${name}:signal=KILL:when=${at}`, label: `killed at ${name} ${at} (${path})` };
  });
}

function fail(): never {
  throw new Error("The run made no such call");
}
