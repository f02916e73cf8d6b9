import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { Builder, By, Capabilities, Key, until } from "selenium-webdriver";
import { vi } from "vitest";
import { ELEMENT_TIMEOUT_MS, type OtherBrowser, untilStill } from "../support/browser/other-browser.ts";
import { endProcess } from "../support/service/end-process.ts";
import { freePort } from "../support/service/free-port.ts";
import { NO_SOUND, type SoundServer } from "../support/service/sound-server.ts";

/** Debian installs MiniBrowser beside its library. */
const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

/** WebKitGTK's MiniBrowser over WebDriver. MiniBrowser has no headless mode, so a virtual screen is started with it. */
export async function launchWebKit(sound: SoundServer | undefined): Promise<OtherBrowser> {
  const screen = await startScreen();
  const server = await startDriver({ ...process.env, ...(sound?.env ?? NO_SOUND), DISPLAY: screen.display });
  const options = {
    binary: MINI_BROWSER,
    // WebKitGTK's recorder gets nothing from a PulseAudio microphone (docs/voice.md); its mock device gives tones
    args: ["--automation", `--enable-mock-capture-devices=${sound !== undefined}`],
  };
  const driver = await new Builder()
    .usingServer(server.address)
    .withCapabilities(new Capabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options }))
    .build();
  const find = (xpath: string) => driver.wait(until.elementLocated(By.xpath(xpath)), ELEMENT_TIMEOUT_MS);
  /** Centers it: the window is as low as a phone's, and the driver doesn't scroll past the page's fixed bars. */
  const findInView = async (xpath: string) => {
    const element = await find(xpath);
    await driver.executeScript((target: Element) => target.scrollIntoView({ block: "center" }), element);
    return element;
  };
  return {
    name: `WebKitGTK/${(await driver.getCapabilities()).get("browserVersion")}`,
    open: (address) => driver.get(address),
    async press(xpath) {
      const element = await findInView(xpath);
      // waits for the next frame, in which the page may still move the element
      await untilStill(() =>
        driver.executeAsyncScript((target: Element, tell: (place: string) => void) => {
          requestAnimationFrame(() => tell(JSON.stringify(target.getBoundingClientRect())));
        }, element),
      );
      await element.click();
    },
    type: async (xpath, text) => (await findInView(xpath)).sendKeys(text.replaceAll("\n", Key.ENTER)),
    choose: async (xpath, value) => (await find(`${xpath}/option[@value="${value}"]`)).click(),
    run: (act, argument = "") => driver.executeScript(act, argument),
    async close() {
      await driver.quit();
      await endProcess(server.driver);
      await endProcess(screen.server);
    },
  };
}

/** A virtual screen under the next free number. */
async function startScreen(): Promise<{ server: ChildProcess; display: string }> {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  // the server writes its number once it is ready
  const [number] = await once(server.stdio[3] as Readable, "data");
  return { server, display: `:${String(number).trim()}` };
}

async function startDriver(env: NodeJS.ProcessEnv): Promise<{ driver: ChildProcess; address: string }> {
  // the driver needs a port number and cannot report one that it chose
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });
  const address = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${address}/status`), { timeout: 10_000 });
  return { driver, address };
}
