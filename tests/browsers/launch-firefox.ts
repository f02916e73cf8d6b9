import { launch } from "puppeteer-core";
import { ELEMENT_TIMEOUT_MS, type OtherBrowser } from "../support/browser/other-browser.ts";
import { NO_SOUND, type SoundServer } from "../support/service/sound-server.ts";

/** Launches Firefox over WebDriver BiDi; pages may use the microphone. */
export async function launchFirefox(sound: SoundServer | undefined): Promise<OtherBrowser> {
  const browser = await launch({
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    headless: true,
    env: { ...process.env, ...(sound?.env ?? NO_SOUND) },
    extraPrefsFirefox: { "media.navigator.permission.disabled": true },
    // no limit here: a busy machine starts Firefox slowly, and the calling hook has its own time limit
    timeout: 0,
  });
  // opens a second page, because the first one has no focus, so its fields never lose focus
  const page = await browser.newPage();
  page.setDefaultTimeout(ELEMENT_TIMEOUT_MS);
  // accepts the dialogs about unsaved changes, which these journeys don't test
  page.on("dialog", (dialog) => void dialog.accept());
  const find = (xpath: string) => page.locator(`xpath/${xpath}`);
  return {
    name: await browser.version(),
    open: async (address) => void (await page.goto(address)),
    async press(xpath) {
      const element = await find(xpath).waitHandle();
      // centers the element: the window is as low as a phone's, and the driver doesn't scroll past the page's fixed
      // bars
      await element.evaluate(
        (target) => target instanceof Element && target.scrollIntoView({ block: "center" }),
      );
      await find(xpath).click();
    },
    async type(xpath, text) {
      await find(xpath).click();
      await page.keyboard.type(text);
    },
    choose: (xpath, value) => find(xpath).fill(value),
    run: async (act, argument = "") => (await page.evaluate(act, argument)) as ReturnType<typeof act>,
    close: () => browser.close(),
  };
}
