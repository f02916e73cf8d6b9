import { chromium } from "@playwright/test";
import { addManager, setPasswordByLink } from "../server/managers/accounts.ts";
import { openManagerSession } from "../server/managers/manager-sessions.ts";
import { createPasswordHasher } from "../server/managers/passwords.ts";
import type { Storage } from "../server/storage/storage.ts";
import { median, percentile, type Table } from "./figures.ts";

const RELOADS_A_ROUND = 5;
const GIVEN_MS = 30_000;

/** Adds an administrator and returns the cookie of their session in the console. */
export async function openConsoleSession(storage: Storage): Promise<string> {
  const at = Date.now();
  const account = { name: "Grace", email: "grace@example.com", role: "administrator" as const };
  const link = await addManager(storage, account, { actor: "operator", at });
  const arrival = { actor: "nobody", at, device: null };
  const password = { token: link?.token ?? "", password: "correct horse battery" };
  const set = await setPasswordByLink({ storage, passwords: createPasswordHasher() }, password, arrival);
  if (!set) throw new Error("The administrator was not made");
  const { token } = await openManagerSession(storage, set.manager, { ...arrival, way: "link" });
  return token;
}

/** From the reload of the list of clients to the frame that shows its first client, with a filled cache. */
export async function benchFirstRows(url: string, session: string, rounds: number): Promise<Table> {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic"],
  });
  try {
    const page = await browser.newPage();
    await page
      .context()
      .addCookies([{ name: "firsthand-console", value: session, url, httpOnly: true, sameSite: "Strict" }]);
    await page.addInitScript(watchFirstRow, GIVEN_MS);
    await page.goto(`${url}/console/`);
    const times: number[] = [];
    for (let count = 0; count <= rounds * RELOADS_A_ROUND; count++) {
      await page.reload();
      const ms = await page.evaluate(() => (window as unknown as { firstRow: Promise<number> }).firstRow);
      // the first one fills the cache
      if (count > 0) times.push(ms);
    }
    const figures = [median(times), percentile(times, 0.95), Math.max(...times)];
    return {
      heads: ["10,000 clients, after a reload", "p50 ms", "p95 ms", "longest ms"],
      rows: [["the first client is shown", ...figures.map((ms) => ms.toFixed(0))]],
    };
  } finally {
    await browser.close();
  }
}

/** Runs in the page. The time counts from the beginning of the navigation. */
function watchFirstRow(givenMs: number): void {
  const afterFrame = (then: () => void) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = then;
    channel.port2.postMessage(undefined);
  };
  const firstRow = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error("No client was shown")), givenMs);
    const look = () => {
      if (document.querySelector("tbody th[scope=row]")) afterFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  Object.assign(window, { firstRow });
}
