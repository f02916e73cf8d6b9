import type { Locator, Page } from "@playwright/test";
import { expectNoOverflow } from "../support/browser/axe.ts";
import {
  accessButton,
  box,
  card,
  expect,
  header,
  headerButton,
  holdClock,
  openSection,
  signIn,
  test,
  toast,
} from "../support/browser/journey.ts";
import { textEdges } from "../support/browser/look.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { engine, fakeRecognizer } from "../support/fakes/fake-recognizer.ts";

/** What eyes and fingers need: sizes, spacing, forced colors, and little motion. */

const SECTIONS = ["business-snapshot", "leads-booking", "website"];
const PHONE = { width: 390, height: 844 };
/** In CSS pixels, from WCAG 2.5.8; the main controls have the size of a finger. */
const LEAST_TARGET = 24;
const MAIN_TARGET = 44;

type Target = { name: string; width: number; height: number };

/** Every visible control except links in running text, with the size of the area that takes the press. */
function targets(page: Page): Promise<Target[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, summary, [tabindex='0']",
    );
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest("p a"))
      .map((control) => {
        const pressed = control.closest("label") ?? control;
        const { width, height } = pressed.getBoundingClientRect();
        const name = control.getAttribute("aria-label") ?? control.textContent ?? "";
        return { name: `${control.localName} ${name.slice(0, 40)}`, width, height };
      })
      .filter(({ width, height }) => width > 1 && height > 1);
  });
}

async function expectLargeEnough(page: Page, state: string): Promise<void> {
  const found = await targets(page);
  expect(found.length).toBeGreaterThan(2);
  const small = found.filter(({ width, height }) => Math.min(width, height) < LEAST_TARGET);
  expect.soft(small, state).toEqual([]);
}

async function expectForThumbs(...controls: Locator[]): Promise<void> {
  for (const control of controls) {
    const { width = 0, height = 0 } = (await control.boundingBox()) ?? {};
    expect.soft(Math.min(width, height), control.toString()).toBeGreaterThanOrEqual(MAIN_TARGET);
  }
}

test("on a phone every control is at least 24 px high, and the most used ones 44", async ({
  page,
  client,
  site,
}) => {
  await site.saveAs(client, fullRecord());
  await page.setViewportSize(PHONE);
  await page.goto("/");
  await expectLargeEnough(page, "access");
  await expectForThumbs(accessButton(page));
  await signIn(page, client);
  for (const id of SECTIONS) {
    await openSection(page, id);
    await expectLargeEnough(page, id);
  }
  await expectForThumbs(
    ...(["Save", "Review", "Submit", "Logout"] as const).map((name) => headerButton(page, name)),
    page.locator('[data-section="website"]'),
    card(page, "website-vision").getByRole("button", { name: "Talk" }),
    page.locator("[data-way-on]"),
  );
  await headerButton(page, "Review").click();
  await expect(page.getByRole("heading", { name: "Review your answers" })).toBeVisible();
  await expectLargeEnough(page, "review");
});

/** The text spacing of WCAG 1.4.12, as a reader's own style sheet would set it. */
async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets = [sheet];
  });
}

/** Texts that are cut off without an ellipsis or another mark. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("body *")]
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, clipPath, position } = getComputedStyle(element);
        const isHiddenOnPurpose =
          clipPath !== "none" || position === "absolute" || textOverflow === "ellipsis";
        if (isHiddenOnPurpose || !element.checkVisibility() || element.localName === "textarea") return false;
        const cutsAcross = ["hidden", "clip"].includes(overflowX);
        const cutsDown = ["hidden", "clip"].includes(overflowY);
        return (
          (cutsAcross && element.scrollWidth > element.clientWidth + 1) ||
          (cutsDown && element.scrollHeight > element.clientHeight + 1)
        );
      })
      .map((element) => `${element.localName} ${element.textContent?.slice(0, 40)}`),
  );
}

/** A word that runs out of its chip is neither clipped nor does it widen the page. */
async function expectWordsInside(chips: Locator): Promise<void> {
  const labels = await chips.locator("label").all();
  expect(labels.length).toBeGreaterThan(10);
  for (const label of labels) {
    const { x = 0, width = 0 } = (await label.boundingBox()) ?? {};
    const { right } = await textEdges(label);
    expect.soft(right, (await label.textContent()) ?? "").toBeLessThanOrEqual(x + width - 8);
  }
}

test("nothing is clipped with wider spacing, at 320 px, or at twice the size", async ({
  page,
  client,
  site,
}) => {
  await site.saveAs(client, fullRecord());
  await page.goto("/");
  await spaceText(page);
  await expectNoOverflow(page, "access, spaced");
  await signIn(page, client);
  await spaceText(page);
  for (const id of SECTIONS) {
    await openSection(page, id);
    await expectNoOverflow(page, `${id}, spaced`);
    expect.soft(await clipped(page), id).toEqual([]);
    if (id === "business-snapshot")
      await expectWordsInside(page.getByRole("group", { name: "Tools you use" }));
  }
  // a window of 1280 by 800 px at a zoom of 200%
  await page.setViewportSize({ width: 640, height: 400 });
  for (const id of SECTIONS) {
    await openSection(page, id);
    expect.soft(await clipped(page), `${id} at 200 %`).toEqual([]);
  }
});

test("the focused control is never completely hidden by the header, the lower bar or a toast", async ({
  page,
  client,
}) => {
  for (const size of [PHONE, { width: 900, height: 800 }, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size);
    await signIn(page, client);
    await headerButton(page, "Save").click();
    await expect(toast(page, "Progress Saved")).toBeVisible();
    await box(page, "team-description").focus();
    const covered: string[] = [];
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press("Tab");
      const hidden = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return undefined;
        const { left, right, top, bottom } = (element.closest("label") ?? element).getBoundingClientRect();
        const points = [0.1, 0.5, 0.9].flatMap((x) =>
          [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
        );
        const isSeen = points.some(([x, y]) => {
          const found = document.elementFromPoint(x, y);
          const own = element.closest("label") ?? element;
          return found !== null && (own.contains(found) || found.contains(element));
        });
        return isSeen ? undefined : `${element.localName} ${element.textContent?.slice(0, 30)}`;
      });
      if (hidden) covered.push(hidden);
    }
    expect(covered).toEqual([]);
  }
});

test("toasts do not overlap the header, the lower bar and its buttons, at any width", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await page.route("**/v1/onboarding", (route) => route.abort());
  const failed = toast(page, "Save Failed");
  for (const width of [320, 390, 768, 831]) {
    await page.setViewportSize({ width, height: 844 });
    await headerButton(page, "Save").click();
    await expect(failed).toHaveCSS("opacity", "1");
    const [head, message, save] = await Promise.all(
      [header(page), failed, headerButton(page, "Save")].map((each) => each.boundingBox()),
    );
    if (!head || !message || !save) throw new Error("Each should be seen");
    expect.soft(message.y, `${width}`).toBeGreaterThan(head.y + head.height);
    expect.soft(message.y + message.height, `${width}`).toBeLessThanOrEqual(save.y);
    expect.soft(message.height, `${width}`).toBeLessThanOrEqual(140);
    await failed.getByRole("button").click();
    await expect(failed).toHaveCount(0);
  }
});

test("a toast does not cover the box being typed in, on a phone with its keyboard up", async ({
  page,
  client,
}) => {
  // the height that an on-screen keyboard of 340 px leaves
  await page.setViewportSize({ width: 390, height: 504 });
  await page.clock.install();
  await signIn(page, client);
  // otherwise the toast would disappear before a slow machine has finished typing
  await holdClock(page);
  const field = box(page, "team-description");
  await field.pressSequentially("We are two, and");
  await page.keyboard.press("Enter");
  await headerButton(page, "Save").click();
  await expect(toast(page, "Progress Saved")).toHaveCount(1);
  await page.clock.runFor(100);
  await expect(toast(page, "Progress Saved")).toHaveCSS("opacity", "1");
  await field.click();
  await field.pressSequentially("my sister helps in December");
  const [typed, message] = await Promise.all([
    field.boundingBox(),
    toast(page, "Progress Saved").boundingBox(),
  ]);
  if (!typed || !message) throw new Error("Both should be seen");
  expect(message.y + message.height <= typed.y || message.y >= typed.y + typed.height).toBe(true);
});

test.describe("in forced colors", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  test("every control has a border, and the chosen option looks different", async ({ page, client }) => {
    await fakeRecognizer(page);
    await signIn(page, client);
    const lineOf = (control: Locator) =>
      control.evaluate((element) => {
        const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
        return borderTopStyle !== "none" && borderTopWidth !== "0px" && borderTopColor !== backgroundColor;
      });
    for (const control of [
      headerButton(page, "Save"),
      headerButton(page, "Submit"),
      box(page, "team-description"),
      page.getByLabel("Number of Employees"),
      page.getByRole("progressbar"),
      card(page, "team-description").getByRole("button", { name: "Dictate" }),
    ])
      expect.soft(await lineOf(control), control.toString()).toBe(true);

    const radio = page.getByRole("radio", { name: "Less than $500K" });
    const look = (control: Locator) =>
      control.evaluate((element) => {
        const { borderTopColor, borderTopWidth, outlineStyle, backgroundColor } = getComputedStyle(element);
        return [borderTopColor, borderTopWidth, outlineStyle, backgroundColor].join();
      });
    const label = page.locator("label").filter({ has: radio });
    const before = await look(label);
    await radio.check();
    await header(page).click();
    expect(await look(label)).not.toBe(before);
    expect(await look(page.locator('[data-section="business-snapshot"]'))).not.toBe(
      await look(page.locator('[data-section="website"]')),
    );
    await headerButton(page, "Save").focus();
    await page.keyboard.press("Tab");
    await expect(headerButton(page, "Review")).not.toHaveCSS("outline-style", "none");
  });
});

test("with reduced motion nothing moves", async ({ page, client, site }) => {
  await site.saveAs(client, fullRecord());
  await page.emulateMedia({ reducedMotion: "reduce" });
  await fakeRecognizer(page);
  await signIn(page, client);
  await card(page, "team-description").getByRole("button", { name: "Dictate" }).click();
  await engine.hear(page, "two of us");
  await headerButton(page, "Save").click();
  await expect(toast(page, "Progress Saved")).toBeVisible();
  // an animation of one millisecond is no motion, however long a busy machine takes for it
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1)
        .map((animation) => {
          const { target } = animation.effect as KeyframeEffect;
          return `${target?.className} ${animation instanceof CSSAnimation ? animation.animationName : ""}`;
        }),
    );
  expect(await moving()).toEqual([]);
});
