import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";

const PROGRAM = "/usr/bin/chromium";
const ARGUMENTS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-session-crashed-bubble",
  "--remote-debugging-port=0",
];

export type KillableBrowser = Awaited<ReturnType<typeof killableBrowser>>;

/** A browser with a persistent profile, whose processes can be killed as by a power cut. */
export function killableBrowser(further: string[] = []) {
  const profile = mkdtempSync(join(tmpdir(), "firsthand-profile-"));
  let running: ChildProcess | undefined;

  return {
    profile,

    /** Starts the browser on the profile, with one empty page. */
    async start(): Promise<{ context: BrowserContext; page: Page }> {
      // gives the browser its own process group, so that all its processes can be killed at once
      running = spawn(PROGRAM, [...ARGUMENTS, ...further, `--user-data-dir=${profile}`, "about:blank"], {
        detached: true,
        stdio: ["ignore", "ignore", "pipe"],
      });
      const browser = await chromium.connectOverCDP(await debuggingAddress(running));
      const [context] = browser.contexts();
      if (!context) throw new Error("The browser has no context");
      return { context, page: context.pages()[0] ?? (await context.newPage()) };
    },

    /** Kills every process of the browser with SIGKILL. */
    async kill(): Promise<void> {
      if (!running?.pid) return;
      const ended = once(running, "exit");
      process.kill(-running.pid, "SIGKILL");
      running = undefined;
      await ended;
    },

    async remove(): Promise<void> {
      await this.kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

function debuggingAddress(browser: ChildProcess): Promise<string> {
  return new Promise((settle, reject) => {
    let text = "";
    browser.once("exit", (code) => reject(new Error(`Chromium ended with ${code}: ${text.slice(-500)}`)));
    browser.stderr?.on("data", (part) => {
      text += part;
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (address) settle(address);
    });
  });
}
