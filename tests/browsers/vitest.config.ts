import { defineConfig } from "vitest/config";

/** Journeys in the browsers that only `npm run test:long` installs. */
export default defineConfig({
  test: {
    include: ["tests/browsers/*.test.ts"],
    // one file at a time: each starts a browser, a server and an engine, and all share two cores
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
