import type { moreIconPaths } from "./more-icon-paths.ts";

/** Line icons on a 24 × 24 grid, one path each: the ones that the first screen needs. */
const firstPaths = {
  mic: "M12 3a3 3 0 0 0-3 3v6a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M9 21h6",
  check: "m4.5 12.5 5 5 10-11",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  "eye-off":
    "m4 4 16 16M9.6 5.8A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.4M6.3 7.3A15.6 15.6 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 4.2-1M9.9 9.9a3 3 0 0 0 4.2 4.2",
  close: "m6 6 12 12M18 6 6 18",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5.5M12 7.75v.01",
  warning:
    "M10.6 4.6 3.2 17.5A1.6 1.6 0 0 0 4.6 20h14.8a1.6 1.6 0 0 0 1.4-2.5L13.4 4.6a1.6 1.6 0 0 0-2.8 0ZM12 9.5V14M12 17v.01",
  error: "M8.5 3.5h7l5 5v7l-5 5h-7l-5-5v-7ZM12 8v5M12 16.2v.01",
  lock: "M6.5 11h11a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-6A1.5 1.5 0 0 1 6.5 11ZM8 11V8a4 4 0 0 1 8 0v3M12 14.5v2",
} as const;

export type IconName = keyof typeof firstPaths | keyof typeof moreIconPaths;

/** The icons loaded so far; the others come with the part of the app that uses them. */
export const iconPaths: { [Name in IconName]?: string } = firstPaths;

/** Adds the icons of a later part of the app. */
export function addIcons(paths: { [Name in IconName]?: string }): void {
  Object.assign(iconPaths, paths);
}
