import { chromium } from "@playwright/test";
import { enterConsole } from "./console-session.ts";
import { median, percentile, type Table } from "./figures.ts";

const RELOADS_A_ROUND = 5;
const GIVEN_MS = 30_000;

/** From the reload of the list of clients to the frame that shows its first client, with a filled cache. */
export async function benchFirstRows(url: string, session: string, rounds: number): Promise<Table> {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-quic"],
  });
  try {
    const page = await browser.newPage();
    await enterConsole(page.context(), url, session);
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
