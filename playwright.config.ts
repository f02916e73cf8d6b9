import { defineConfig } from "@playwright/test";

/** The journeys of a client, through a real browser and a real server (tests/support/browser/journey.ts starts it). */
export default defineConfig({
  testDir: "tests",
  testMatch: ["e2e/**/*.spec.ts", "fault/**/*.spec.ts"],
  // a folder of its own: it is emptied before each run
  outputDir: "test-results/e2e",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // a third page is drawn while two wait for their server
  workers: 3,
  // a browser that starves between two others; npm test names what needed it
  retries: process.env.CI ? 1 : 0,
  // a busy machine is slow, not wrong
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // npm test counts from the file
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    browserName: "chromium",
    headless: true,
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    // a worker would answer in the place of page.route; opening-offline.spec.ts lets it
    serviceWorkers: "block",
    launchOptions: {
      // the same engine without what surrounds a page on a desktop: two thirds of the time
      executablePath: "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // one process fewer for each browser; a fifth of the time on two cores
        "--in-process-gpu",
      ],
    },
  },
});
