/** Line drawings of the console alone, on a 24 × 24 grid, one path each; those that clients see too are in `web/ui`. */
export const DRAWING_PATHS = {
  inbox: "M4.5 13.5 7 5.5h10l2.5 8v5h-15ZM4.5 13.5H9l1 2.5h4l1-2.5h4.5",
  people:
    "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM3 19.5c.5-3.2 2.8-4.9 6-4.9s5.5 1.7 6 4.9M16 5.3a3.3 3.3 0 0 1 0 6.4M18 15.2c1.6.7 2.7 2.1 3 4.3",
  person: "M12 4.5a3.75 3.75 0 1 0 0 7.5 3.75 3.75 0 0 0 0-7.5ZM5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  pause: "M9 6v12M15 6v12",
  reply: "M10 6 4.5 11.5 10 17M4.5 11.5h9a6 6 0 0 1 6 6v1",
  check: "m4.5 12.5 5 5 10-11",
  flag: "M6 21V4M6 4.5h11l-2 4 2 4H6",
  tag: "M4 4.5h8l8 8-7.5 7.5-8.5-8ZM8 8.3v.01",
  trash: "M5 7h14M10 7V5h4v2M7 7l.8 12.2a.9.9 0 0 0 .9.8h6.6a.9.9 0 0 0 .9-.8L17 7M10.5 11v5.5M13.5 11v5.5",
  chart: "M4.5 19.5h15M7.5 16v-5M12 16V6M16.5 16v-8",
  page: "M7 3.5h7l4 4v13H7ZM14 3.5v4h4M9.8 12h5M9.8 15.5h5",
  mail: "M4.5 6h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM4 7l8 6 8-6",
  search: "M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM16 16l4 4",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2",
  lines: "M4 6.5h16M7 12h10M10 17.5h4",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14",
  dots: "M6 12h.01M12 12h.01M18 12h.01",
  gear: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2",
  hook: "M9 9a3 3 0 1 1 4.5 2.6L11 16M15.5 15a3 3 0 1 1-3 4H7.5M8 12.5a3 3 0 1 0 1.5 5.2",
  book: "M6 4.5h12v15H6ZM9.5 4.5v15M12.5 9h3M12.5 12h3",
  send: "m20.5 3.5-10 10M20.5 3.5l-6 17-4-7-7-4Z",
  calendar: "M5 6h14v14H5ZM5 10h14M9 3.5V7M15 3.5V7",
  up: "m6 14.5 6-6 6 6",
  down: "m6 9.5 6 6 6-6",
  columns: "M4.5 5h15v14h-15ZM9.5 5v14M14.5 5v14",
} as const;

export type DrawingName = keyof typeof DRAWING_PATHS;
