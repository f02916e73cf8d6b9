import type { Page, Route } from "@playwright/test";
import { accessButton, expect, header, keyField, signIn, test } from "../support/browser/journey.ts";

const EXCHANGE = "**/v1/auth/exchange";
const SCRIPT = "**/assets/index-*.js";
const INVALID = "Invalid access key. Please try again.";
const CONNECTION = "Connection error. Please try again.";

/** Answers every key exchange like this. */
const answerExchange = (page: Page, answer: Parameters<Route["fulfill"]>[0]) =>
  page.route(EXCHANGE, (route) => route.fulfill(answer));

async function tryKey(page: Page, key: string): Promise<void> {
  await keyField(page).fill(key);
  await accessButton(page).click();
}

test.describe("the access screen", () => {
  test("asks for the key in its own words and says who can provide one", async ({ page, site }) => {
    await page.goto("/");
    await expect(page).toHaveTitle(`Onboarding Interview · ${site.providerName}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Enter your unique access key to begin the interview.")).toBeVisible();
    await expect(page.getByText(site.providerName, { exact: true })).toBeVisible();
    await expect(page.getByText(/account manager/)).toBeVisible();
    await expect(keyField(page)).toHaveAttribute("placeholder", "Enter your access key");
    await expect(keyField(page)).toHaveAttribute("type", "password");
    await expect(keyField(page)).toHaveAttribute("autocomplete", "off");
  });

  test("shows and masks the key with a toggle that says which", async ({ page }) => {
    await page.goto("/");
    await keyField(page).fill("fh_secret");
    const toggle = page.getByRole("button", { name: "Show key" });
    await expect(toggle).toHaveAttribute("aria-pressed", "false");
    await toggle.click();
    await expect(toggle).toHaveAttribute("aria-pressed", "true");
    await expect(keyField(page)).toHaveAttribute("type", "text");
    await expect(keyField(page)).toHaveValue("fh_secret");
    // a button under the mouse has another look
    await page.getByRole("heading", { level: 1 }).hover();
    for (const property of ["border-top-color", "background-color"])
      await expect(toggle, "no loud look").toHaveCSS(property, "rgba(0, 0, 0, 0)");
    await toggle.click();
    await expect(keyField(page)).toHaveAttribute("type", "password");
  });

  test("shows the field and a note about scripts when scripts are off", async ({ openContext }) => {
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    await page.goto("/");
    await expect(keyField(page)).toBeVisible();
    await expect(accessButton(page)).toBeVisible();
    // Playwright's text search skips noscript
    const notice = page.locator("noscript").getByRole("paragraph");
    await expect(notice).toBeVisible();
    await expect(notice).toHaveText(/^This interview needs JavaScript\./);
  });
});

test.describe("the key", () => {
  test("is requested when the field is empty or has only spaces, until the next character, and nothing moves", async ({
    page,
  }) => {
    await page.goto("/");
    const place = () => accessButton(page).boundingBox();
    const before = await place();
    for (const typed of ["", "   \t "]) {
      await tryKey(page, typed);
      await expect(page.getByRole("alert")).toHaveText("Please enter an access key.");
      expect(await place()).toEqual(before);
      await keyField(page).press("f");
      await expect(page.getByRole("alert")).toHaveCount(0);
      expect(await place()).toEqual(before);
    }
  });

  test("can be surrounded by spaces, as a copied key is", async ({ page, client }) => {
    await page.goto("/");
    await tryKey(page, `  ${client.accessKey.slice(0, 9)} ${client.accessKey.slice(9)} `);
    await expect(header(page)).toContainText(client.clientName);
  });

  test("can be sent with Enter", async ({ page, client }) => {
    await page.goto("/");
    await keyField(page).fill(client.accessKey);
    await keyField(page).press("Enter");
    await expect(header(page)).toContainText(client.clientName);
  });

  test("is checked while the button says Authenticating..., and nothing is sent twice", async ({ page }) => {
    let calls = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(EXCHANGE, async (route) => {
      calls += 1;
      await held;
      await route.continue();
    });
    await page.goto("/");
    await tryKey(page, "fh_wrong");
    const busy = page.getByRole("button", { name: "Authenticating..." });
    await expect(busy).toHaveAttribute("aria-busy", "true");
    // Playwright does not call the button enabled, but an impatient client presses it all the same
    await busy.click({ force: true });
    await keyField(page).press("Enter");
    release();
    await expect(page.getByRole("alert")).toHaveText(INVALID);
    await expect(accessButton(page)).toBeVisible();
    expect(calls).toBe(1);
  });

  test("is refused by the real server with its sentence, and the field is empty and ready", async ({
    page,
  }) => {
    await page.goto("/");
    await tryKey(page, "fh_this-is-no-key");
    await expect(page.getByRole("alert")).toHaveText(INVALID);
    await expect(keyField(page)).toHaveValue("");
    await expect(keyField(page)).toBeFocused();
    await expect(keyField(page)).toHaveAttribute("aria-invalid", "true");
  });

  test("can be entered after a refused one", async ({ page, client }) => {
    await page.goto("/");
    await tryKey(page, "fh_wrong");
    await expect(page.getByRole("alert")).toHaveText(INVALID);
    await tryKey(page, client.accessKey);
    await expect(header(page)).toContainText(client.clientName);
  });
});

test.describe("a failed exchange", () => {
  test("shows the server's own message, whatever the refusal, and clears the field", async ({ page }) => {
    await page.goto("/");
    for (const status of [400, 401, 403, 429]) {
      const message = `Refused with ${status}.`;
      await answerExchange(page, { status, json: { code: "REFUSED", message } });
      await tryKey(page, "fh_key");
      await expect(page.getByRole("alert")).toHaveText(message);
      await expect(keyField(page)).toHaveValue("");
    }
  });

  test("shows the general sentence when the refusal has no message", async ({ page }) => {
    await answerExchange(page, { status: 401, json: {} });
    await page.goto("/");
    await tryKey(page, "fh_key");
    await expect(page.getByRole("alert")).toHaveText(INVALID);
    await expect(keyField(page)).toHaveValue("");
  });

  const unreadable: { [what: string]: Parameters<Route["fulfill"]>[0] } = {
    "an HTML page": { status: 200, contentType: "text/html", body: "<h1>Welcome to the hotel</h1>" },
    "broken JSON": { status: 200, contentType: "application/json", body: '{"data":' },
    "JSON of another kind": { status: 200, json: { data: { hello: "world" } } },
  };

  test("keeps the key and blames the connection when the answer cannot be read", async ({ page }) => {
    await page.goto("/");
    for (const [what, answer] of Object.entries(unreadable)) {
      await test.step(what, async () => {
        await answerExchange(page, answer);
        const answered = page.waitForResponse(EXCHANGE);
        await tryKey(page, "fh_key");
        await answered;
        await expect(accessButton(page)).toBeVisible();
        await expect(page.getByRole("alert")).toHaveText(CONNECTION);
        await expect(keyField(page)).toHaveValue("fh_key");
      });
    }
  });

  test("keeps the key without a connection, and works once there is one", async ({ page, client }) => {
    await page.route(EXCHANGE, (route) => route.abort("internetdisconnected"));
    await page.goto("/");
    await tryKey(page, client.accessKey);
    await expect(page.getByRole("alert")).toHaveText(CONNECTION);
    await expect(keyField(page)).toHaveValue(client.accessKey);
    await page.unroute(EXCHANGE);
    await accessButton(page).click();
    await expect(header(page)).toContainText(client.clientName);
  });

  test("keeps the key when no answer comes within 10 seconds", async ({ page }) => {
    await page.route(EXCHANGE, () => {});
    await page.clock.install();
    await page.goto("/");
    await tryKey(page, "fh_key");
    const busy = page.getByRole("button", { name: "Authenticating..." });
    await expect(busy).toBeVisible();
    await page.clock.runFor(9_000);
    await expect(busy).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(page.getByRole("alert")).toHaveText(CONNECTION);
    await expect(keyField(page)).toHaveValue("fh_key");
  });
});

test.describe("a link that contains the key", () => {
  test("fills the field, leaves the address, and is not sent automatically", async ({ page, client }) => {
    const called: string[] = [];
    page.on("request", (request) => called.push(request.url()));
    await page.goto(`/#key=${client.accessKey}`);
    await expect(keyField(page)).toHaveValue(client.accessKey);
    await expect(page).toHaveURL("/");
    expect(called.filter((url) => url.includes("/v1/auth"))).toEqual([]);
    await accessButton(page).click();
    await expect(header(page)).toContainText(client.clientName);
    // one press has sent one call
    expect(called.filter((url) => url.includes("/v1/auth"))).toHaveLength(1);
    expect(called.filter((url) => url.includes(client.accessKey))).toEqual([]);
  });
});

test.describe("before the script has loaded", () => {
  /** Delays the script until the returned function is called. */
  async function holdScript(page: Page): Promise<() => void> {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(SCRIPT, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    return release;
  }

  test("a typed key survives the script's start", async ({ page, client }) => {
    const arrive = await holdScript(page);
    await keyField(page).fill(client.accessKey);
    arrive();
    // the button works only once the app has taken over the page
    await page.getByRole("button", { name: "Show key" }).click();
    await expect(keyField(page)).toHaveValue(client.accessKey);
    await accessButton(page).click();
    await expect(header(page)).toContainText(client.clientName);
  });

  test("an early press of the button is carried out", async ({ page, client }) => {
    const arrive = await holdScript(page);
    await keyField(page).fill(client.accessKey);
    await accessButton(page).click();
    await expect(page).toHaveURL("/");
    arrive();
    await expect(header(page)).toContainText(client.clientName);
  });

  test("an early Enter is carried out", async ({ page, client }) => {
    const arrive = await holdScript(page);
    await keyField(page).fill(client.accessKey);
    await keyField(page).press("Enter");
    arrive();
    await expect(header(page)).toContainText(client.clientName);
  });
});

test("neither the token nor the key is in any storage of the browser", async ({ page, client }) => {
  const exchanged = page.waitForResponse(EXCHANGE);
  await signIn(page, client);
  const { accessToken } = (await (await exchanged).json()).data;
  await page.getByLabel("Number of Employees").selectOption("1");
  const everything = async () => JSON.stringify([await storedOnDevice(page), await page.context().cookies()]);
  await expect.poll(everything).toContain("firsthand");
  const stored = await everything();
  expect(stored).not.toContain(accessToken);
  expect(stored).not.toContain(client.accessKey);
  expect(page.url()).not.toContain(accessToken);
});

/** Everything that the page stores on the device, except the contents of IndexedDB. */
const storedOnDevice = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    windowName: window.name,
  }));
