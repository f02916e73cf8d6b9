import type { Locator, Page } from "@playwright/test";
import {
  accessButton,
  answer,
  answeredMark,
  answers,
  box,
  card,
  enterKey,
  expect,
  header,
  headerButton,
  menu,
  openMenu,
  openSection,
  section,
  signIn,
  test,
} from "../support/browser/journey.ts";
import { solidButtons } from "../support/browser/look.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { fakeRecognizer } from "../support/fakes/fake-recognizer.ts";
import { shareOf } from "../support/faults/faults.ts";

/** The frame around the questions: how much of the window it takes, and what it makes room for. */

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const FIRST_BOX = "customer-acquisition";
const TEAM = "team-description";

const top = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;
const bottom = async (element: Locator) => {
  const { y = Number.NaN, height = 0 } = (await element.boundingBox()) ?? {};
  return y + height;
};
const scrollTo = (page: Page, y: number) => page.evaluate((to) => window.scrollTo(0, to), y);
const bar = (page: Page) => headerButton(page, "Save").locator("..");

test.describe("on a phone", () => {
  test.use(PHONE);

  for (const width of shareOf([390, 360], { every: 2, turn: 0 })) {
    test(`the first box begins by 455 px at ${width} px`, async ({ page, client }) => {
      await page.setViewportSize({ width, height: 740 });
      await signIn(page, client);
      await openSection(page, "leads-booking");
      expect(await top(box(page, FIRST_BOX))).toBeLessThanOrEqual(455);
    });
  }

  test("the first control begins by 500 px, and 113 px are covered once the page is scrolled", async ({
    page,
    client,
  }) => {
    await signIn(page, client);
    expect(await top(page.getByLabel("Number of Employees"))).toBeLessThanOrEqual(500);
    expect(await top(section(page, "business-snapshot"))).toBeGreaterThanOrEqual(100);
    await scrollTo(page, 600);
    await expect.poll(() => bottom(header(page))).toBe(44);
    const { y = 0, height = 0 } = (await bar(page).boundingBox()) ?? {};
    expect([Math.round(height), Math.round(y + height)]).toEqual([69, 844]);
  });

  test("Next is the only solid button, and the mark of an answered question is narrow and moves nothing", async ({
    page,
    client,
  }) => {
    await signIn(page, client);
    await expect(headerButton(page, "Submit")).toHaveAttribute("data-variant", "secondary");
    await expect.poll(() => solidButtons(page)).toEqual(["Next"]);
    const title = card(page, TEAM).getByRole("heading", { level: 3 });
    const before = await title.boundingBox();
    await answer(page, TEAM, "Two of us.");
    await expect(answeredMark(page, TEAM)).toBeAttached();
    const { width, height } = (await title.boundingBox()) ?? {};
    expect({ width, height }).toEqual({ width: before?.width, height: before?.height });
    // the word is for screen readers, and what is drawn is the tick
    const mark = await answeredMark(page, TEAM).locator("..").boundingBox();
    expect(mark?.width).toBeLessThanOrEqual(24);
    await expect.poll(() => solidButtons(page)).toEqual(["Next"]);
  });

  test("the first answer is three taps away from the link", async ({ page, client }) => {
    // the first tap was the one on the link
    await page.goto(`/#key=${client.accessKey}`);
    await accessButton(page).tap();
    await page.getByText("Less than $500K").tap();
    await expect(card(page, "business-profile")).toHaveAttribute("data-complete", "true");
  });

  test("the bar stops a dictation whose own button is scrolled away", async ({ page, client }) => {
    await fakeRecognizer(page);
    await signIn(page, client);
    await openSection(page, "leads-booking");
    const inBar = header(page).getByRole("button", { name: "Stop dictation", exact: true });
    await card(page, "booking-process").getByRole("button", { name: "Talk: Dictate" }).tap();
    await expect(
      card(page, "booking-process").getByRole("button", { name: "Stop dictation" }),
    ).toBeInViewport();
    await expect(headerButton(page, "Next")).toBeVisible();
    await scrollTo(page, 0);
    await expect(inBar).toHaveText("Stop");
    await expect(headerButton(page, "Next")).toHaveCount(0);
    await page.evaluate(() => window.__engine.settle("they call us"));
    await inBar.tap();
    await expect(answers(page, "booking-process")).toHaveText([/They call us/]);
    await expect(headerButton(page, "Next")).toBeVisible();
  });

  test("after the second answer with Enter, and only then, another use of Enter is offered", async ({
    page,
    client,
  }) => {
    await signIn(page, client);
    const offer = card(page, TEAM).getByRole("button", { name: "Enter makes a new line" });
    await expect(box(page, TEAM)).toHaveAttribute("enterkeyhint", "done");
    await answer(page, TEAM, "Two of us.");
    await expect(offer).toBeHidden();
    await answer(page, TEAM, "And a dog.");
    await expect(offer).toBeVisible();
    await offer.tap();
    await expect(offer).toHaveCount(0);
    await expect(box(page, TEAM)).toHaveAttribute("enterkeyhint", "enter");
    await box(page, TEAM).tap();
    await expect(box(page, TEAM)).toBeFocused();
    await page.keyboard.type("One");
    await page.keyboard.press("Enter");
    await page.keyboard.type("two");
    await expect(box(page, TEAM)).toHaveValue("One\ntwo");
  });

  test("a client who adds a third answer is not asked again", async ({ page, client }) => {
    await signIn(page, client);
    for (const text of ["One.", "Two.", "Three."]) await answer(page, TEAM, text);
    await expect(card(page, TEAM).getByRole("button", { name: "Keep writing" })).toBeVisible();
    await expect(card(page, TEAM).getByRole("button", { name: "Enter makes a new line" })).toHaveCount(0);
  });
});

for (const width of shareOf([390, 1280], { every: 2, turn: 0 })) {
  test(`at ${width} px the Previous button is aligned with the questions`, async ({ page, client }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, client);
    await openSection(page, "leads-booking");
    const left = async (element: Locator) => Math.floor((await element.boundingBox())?.x ?? Number.NaN);
    const back = page.getByRole("button", { name: "Previous section" }).locator("svg");
    expect(await left(back)).toBeGreaterThanOrEqual(await left(card(page, FIRST_BOX)));
  });

  test(`at ${width} px a follow-up has one line in the header, and moves nothing`, async ({
    page,
    client,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, client);
    const before = await header(page).boundingBox();
    const followUp = {
      question: FIRST_BOX,
      text: "Which of the ten came back?",
      managerName: "Mia Torres",
      askedAt: "2026-03-01T12:00:00.000Z",
    };
    await page.route("**/v1/onboarding/follow-ups", (route) => route.fulfill({ json: { data: [followUp] } }));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const mark = header(page).getByRole("button", { name: "1 follow-up question" });
    await expect(mark).toBeInViewport({ ratio: 1 });
    const lines = await mark.evaluate((button) => {
      const words = document.createRange();
      words.selectNodeContents(button);
      return words.getClientRects().length;
    });
    expect(lines).toBe(1);
    expect(await header(page).boundingBox()).toEqual(before);
    await mark.click();
    await expect(card(page, FIRST_BOX).getByRole("note")).toContainText(followUp.text);
  });
}

test.describe("on the narrowest phone", () => {
  test.use({ viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true });

  test("all six sections are visible, and no button of the bar breaks its word", async ({ page, client }) => {
    await signIn(page, client);
    const cells = page.getByRole("navigation", { name: "Interview Sections" }).getByRole("button");
    await expect(cells).toHaveCount(6);
    await openSection(page, "website");
    for (const cell of await cells.all()) await expect(cell).toBeInViewport({ ratio: 1 });
    for (const button of await bar(page).getByRole("button").all())
      expect((await button.boundingBox())?.height).toBe(48);
  });

  test("the same holds in Spanish", async ({ openContext, client }) => {
    const context = await openContext({ locale: "es-MX", viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    await page.goto("/");
    await page.getByRole("textbox", { name: "Clave de acceso" }).fill(client.accessKey);
    await page.keyboard.press("Enter");
    for (const name of ["Guardar", "Enviar", "Siguiente"]) {
      const button = page.getByRole("banner").getByRole("button", { name, exact: true });
      await expect(button).toBeInViewport({ ratio: 1 });
      expect((await button.boundingBox())?.height, name).toBe(48);
    }
  });
});

test("a new answer above the window is scrolled into view below the strip", async ({ page, client }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await fakeRecognizer(page);
  await signIn(page, client);
  await openSection(page, "leads-booking");
  await card(page, FIRST_BOX).getByRole("button", { name: "Talk: Dictate" }).click();
  await page.evaluate(() =>
    window.__engine.settle(
      "six of the last ten came from friends of friends and the other four from the map",
    ),
  );
  await box(page, FIRST_BOX).evaluate((element) => {
    window.scrollBy(0, element.getBoundingClientRect().top - 60);
  });
  await card(page, FIRST_BOX).getByRole("button", { name: "Stop dictation" }).click();
  await expect(answers(page, FIRST_BOX)).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => Math.round(await top(answers(page, FIRST_BOX)))).toBe(44 + 12);
});

test("the dialog before a logout has its three buttons in one row, the safe one last", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await page.getByLabel("Number of Employees").selectOption("1");
  await headerButton(page, "Logout").click();
  const buttons = page.getByRole("dialog").getByRole("button").filter({ hasText: /./ });
  await expect(buttons).toHaveText(["Stay", "Log out without saving", "Save and log out"]);
  const tops = await buttons.evaluateAll((all) => all.map((each) => (each as HTMLElement).offsetTop));
  expect(new Set(tops).size).toBe(1);
});

test.describe("while a phone's on-screen keyboard is open", () => {
  test.use(PHONE);
  const toolbar = (page: Page) => card(page, FIRST_BOX).getByRole("button", { name: "Add" }).locator("..");

  async function writeBelowTheMiddle(page: Page) {
    await openSection(page, "leads-booking");
    await expect(bar(page)).toBeVisible();
    await box(page, FIRST_BOX).tap();
    await expect(box(page, FIRST_BOX)).toBeFocused();
    await page.keyboard.insertText("They call us");
    await expect(toolbar(page)).toBeVisible();
  }
  /** Scrolls the box far enough down for its end to be behind the on-screen keyboard. */
  const scrollBoxTo = (page: Page, y: number) =>
    box(page, FIRST_BOX).evaluate((element, to) => {
      window.scrollBy(0, element.getBoundingClientRect().top - to);
    }, y);

  test("the bar disappears, and the box's tools are 8 px above the keyboard", async ({ page, client }) => {
    await signIn(page, client);
    await writeBelowTheMiddle(page);
    // a browser whose keyboard makes the window lower
    await page.setViewportSize({ width: 390, height: 504 });
    await expect(bar(page)).toBeHidden();
    await scrollBoxTo(page, 350);
    await expect.poll(() => bottom(toolbar(page))).toBeCloseTo(504 - 8, 0);
    await scrollBoxTo(page, 150);
    await expect.poll(() => bottom(toolbar(page))).toBeLessThan(504 - 8);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(bar(page)).toBeVisible();
  });

  test("the same holds in Safari, which lays the keyboard over the window", async ({ page, client }) => {
    await signIn(page, client);
    await writeBelowTheMiddle(page);
    await page.evaluate(() => {
      const { visualViewport } = window;
      Object.defineProperty(visualViewport, "height", { value: 500, configurable: true });
      visualViewport?.dispatchEvent(new Event("resize"));
    });
    await expect(bar(page)).toBeHidden();
    await scrollBoxTo(page, 350);
    await expect.poll(() => bottom(toolbar(page))).toBeCloseTo(500 - 8, 0);
  });

  test("the page requests a smaller window", async ({ page }) => {
    await page.goto("/");
    const content = await page.locator('meta[name="viewport"]').getAttribute("content");
    expect(content).toContain("interactive-widget=resizes-content");
  });
});

test.describe("in a window as low as at twice the text size", () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test("nothing sticks, and the bar is at the end of the page", async ({ page, client }) => {
    await signIn(page, client);
    await expect(page.getByLabel("Number of Employees")).toBeAttached();
    await scrollTo(page, 500);
    await expect(header(page).getByText("0% Completed")).not.toBeInViewport();
    await expect(headerButton(page, "Save")).not.toBeInViewport();
    await scrollTo(page, 1_000_000);
    await expect(headerButton(page, "Save")).toBeInViewport({ ratio: 1 });
    await expect.poll(() => bottom(bar(page))).toBeCloseTo(400, 0);
  });
});

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test("the tips end by 541 px, all visible, and the next section is the only solid button", async ({
    page,
    client,
  }) => {
    await signIn(page, client);
    const tips = page.getByRole("complementary", { name: "Tips" });
    await expect(tips.getByRole("heading", { level: 3 })).toHaveCount(4);
    expect(await bottom(tips)).toBeLessThanOrEqual(541);
    await expect(tips).toBeInViewport({ ratio: 1 });
    await expect.poll(() => solidButtons(page)).toEqual(["Next: Leads → Booking"]);
  });

  test("the header is one row of 72 px, whatever it says, with the way out at its end", async ({
    page,
    client,
    site,
  }) => {
    await site.saveAs(client, fullRecord());
    await signIn(page, client);
    const expectOneRow = async (state: string) => {
      for (const width of [1280, 1440]) {
        await page.setViewportSize({ width, height: 720 });
        // 72 px and the line below
        await expect.poll(() => bottom(header(page)), `${state} at ${width} px`).toBe(73);
        const parts = [
          header(page).getByRole("progressbar").locator(".."),
          ...(["Save", "Review", "Submit", "Logout"] as const).map((name) => headerButton(page, name)),
          header(page).getByRole("button", { name: "Menu" }),
        ];
        const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
        const lefts = boxes.map((each) => each?.x ?? Number.NaN);
        expect(lefts, "in order").toEqual(lefts.toSorted((one, other) => one - other));
        for (const each of boxes)
          expect((each?.y ?? Number.NaN) + (each?.height ?? 0) / 2, state).toBeCloseTo(36, -1);
      }
    };
    await expectOneRow("Saved");
    await headerButton(page, "Submit").click();
    await expect(header(page)).toContainText(/Submitted \d/);
    await expectOneRow("Submitted");
    await openSection(page, "money-admin");
    await answer(page, "financial-management", "And a bookkeeper.");
    await expectOneRow("Unsaved changes");
    await headerButton(page, "Save").click();
    await expect(header(page)).toContainText("Changed since you submitted");
    await expectOneRow("Changed since you submitted");
  });
});

const WINDOWS = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1440, 900],
] as const;
for (const [width, height] of shareOf(WINDOWS, { every: 3, turn: 2 })) {
  test(`at ${width} px the moment of 100 % is visible, and moves nothing`, async ({ page, client, site }) => {
    await page.setViewportSize({ width, height });
    const { "website-vision": _, ...rest } = fullRecord();
    await site.saveAs(client, rest);
    await signIn(page, client);
    const frame = async () => [await bottom(header(page)), await bottom(bar(page)), await top(bar(page))];
    await box(page, "website-vision").fill("Take bookings");
    const before = await frame();
    await box(page, "website-vision").press("Enter");
    const line = header(page).getByText("That’s everything! Review or submit your answers.");
    await expect(line).toBeInViewport({ ratio: 1 });
    await expect(header(page).getByText("100% Completed").locator("svg")).toBeInViewport();
    await expect(headerButton(page, "Submit")).toBeInViewport({ ratio: 1 });
    await expect(headerButton(page, "Submit")).toHaveAttribute("data-variant", "primary");
    await expect.poll(() => solidButtons(page)).toEqual(["Submit"]);
    // without a lower bar, the header's row with Submit comes back into view
    if (width !== 1024) expect(await frame()).toEqual(before);
  });
}

test.describe("an interview of eleven sections", () => {
  test.use(PHONE);

  test("has cells that scroll, with the open one visible", async ({ page, client }) => {
    await page.route(/\/v1\/interview/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const { interview } = body.data;
      for (const number of [7, 8, 9, 10, 11]) {
        const questions = Array.from({ length: 35 }, (_, place) => ({
          kind: "free-answer",
          id: `more-${number}-${place}`,
          entry: `more-${number}-${place}`,
          title: `Question ${place}`,
          prompt: "What else?",
          sample: "Nothing.",
        }));
        const section = { id: `more-${number}`, name: `More ${number}`, minutes: 3, description: "More." };
        interview.sections.push({ ...section, questions: number === 11 ? questions : questions.slice(0, 2) });
      }
      await route.fulfill({ response, json: body });
    });
    await signIn(page, client);
    const cells = page.getByRole("navigation", { name: "Interview Sections" }).getByRole("listitem");
    await expect(cells).toHaveCount(11);
    for (const cell of await cells.all())
      expect((await cell.boundingBox())?.width).toBeGreaterThanOrEqual(44);
    await expect(section(page, "more-11")).not.toBeInViewport();
    await header(page).getByRole("button", { name: "Menu" }).tap();
    await menu(page).getByRole("button", { name: "More 11" }).tap();
    await expect(section(page, "more-11")).toBeInViewport({ ratio: 1 });
    // more questions than a cell has room for dots are shown as a number
    await expect(section(page, "more-11")).toContainText("0/35");
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
});

test("a name of 300 characters takes two lines, and is shown whole in the menu", async ({ page, client }) => {
  const clientName = `Ro${"bakery".repeat(50)}`.slice(0, 300);
  await page.route("**/v1/auth/exchange", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { data: { ...body.data, clientName } } });
  });
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await signIn(page, client);
    expect((await header(page).getByText(clientName).boundingBox())?.height).toBeLessThan(40);
    if (width === 1280) expect(await bottom(header(page))).toBe(73);
    await header(page).getByRole("button", { name: "Menu" }).click();
    await expect(menu(page).getByText(clientName)).toBeVisible();
    const whole = await menu(page)
      .getByText(clientName)
      .evaluate((element) => element.scrollHeight <= element.clientHeight);
    expect(whole).toBe(true);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }
});

test("a page without unsent changes closes without a question, and the browser can cache it for Back", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send("Runtime.evaluate", { expression: "window" });
  const names = async () => {
    const { listeners } = await session.send("DOMDebugger.getEventListeners", {
      objectId: result.objectId ?? "",
    });
    return listeners.map(({ type }) => type);
  };
  await expect.poll(names).toContain("popstate");
  expect(await names()).not.toContain("unload");
  expect(await names()).not.toContain("beforeunload");
});

test.describe("the home screen", () => {
  /** The event that Chromium sends a page that can be installed; headless Chromium never sends it. */
  const offer = (page: Page) =>
    page.evaluate(() => {
      const prompt = () => Promise.resolve(document.body.append("The browser asks"));
      const event = new Event("beforeinstallprompt", { cancelable: true });
      dispatchEvent(Object.assign(event, { prompt }));
      return event.defaultPrevented;
    });
  const entry = (page: Page) => menu(page).getByRole("button", { name: "Add to Home Screen" });

  test("is offered only in the menu, with the browser's own dialog, once", async ({ page, client }) => {
    await page.goto("/");
    await expect(accessButton(page)).toBeVisible();
    // without the link, no browser would offer to install the page
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.webmanifest");
    expect(await offer(page)).toBe(true);
    await enterKey(page, client.accessKey);
    await openMenu(page);
    await entry(page).click();
    await expect(menu(page)).toHaveCount(0);
    await expect(page.getByText("The browser asks")).toBeVisible();
    await openMenu(page);
    await expect(entry(page)).toHaveCount(0);
  });

  test("is not offered by a browser that does not support it", async ({ page, client }) => {
    await signIn(page, client);
    await openMenu(page);
    await expect(entry(page)).toHaveCount(0);
  });
});
