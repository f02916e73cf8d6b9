import { readFileSync } from "node:fs";
import type { Locator, Page, TestInfo } from "@playwright/test";
import fc from "fast-check";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import type { Question } from "#contract/interview/question.ts";
import { DARK_DESKTOP, expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import {
  answer,
  answers,
  box,
  card,
  expect,
  header,
  headerButton,
  openSection,
  save,
  section,
  signIn,
  test,
} from "../support/browser/journey.ts";
import { hostileText } from "../support/data/arbitraries.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { engine, fakeRecognizer } from "../support/fakes/fake-recognizer.ts";
import { shareOf } from "../support/faults/faults.ts";

const QUESTIONS = questionsOf(builtInInterview);
const LONG = `Everything-in-one-long-word${"-and-on".repeat(40)} `.repeat(6);

const heading = (page: Page) => page.getByRole("heading", { name: "Review your answers", level: 2 });
/** What the review says about a question. */
const reviewed = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title, level: 4 }) });
const reviewedAnswers = (page: Page, title: string) =>
  reviewed(page, title)
    .getByRole("list", { name: /^\d+ answers?$/ })
    .getByRole("listitem");
const missingMarks = (page: Page) => page.getByRole("main").getByText("Not answered yet");

async function openReview(page: Page): Promise<void> {
  await headerButton(page, "Review").click();
  await expect(heading(page)).toBeFocused();
}

/** Presses Review as a screen reader or voice control does: the focus does not move, so the box is not left first. */
async function openReviewFromBox(page: Page): Promise<void> {
  await headerButton(page, "Review").evaluate((button: HTMLElement) => button.click());
  await expect(heading(page)).toBeFocused();
}

test.describe("Review", () => {
  test("opens in place of the section, with the focus on its heading", async ({ page, client }) => {
    await signIn(page, client);
    await openReview(page);
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(1);
    await expect(page.locator("[data-question]")).toHaveCount(0);
    await expect(page.getByRole("navigation").getByRole("button")).toHaveCount(6);
    await expect(page.getByRole("navigation").locator("[aria-current]")).toHaveCount(0);
    await expect(headerButton(page, "Review")).toHaveAttribute("aria-current", "page");
  });

  test("is left by opening a section, also the one that was open before", async ({ page, client }) => {
    await signIn(page, client);
    for (const [id, name] of [
      ["business-snapshot", "Business Snapshot"],
      ["website", "Website"],
    ] as const) {
      await openReview(page);
      await openSection(page, id);
      await expect(page.getByRole("main").getByRole("heading", { name, level: 2 })).toBeFocused();
      await expect(heading(page)).toHaveCount(0);
      await expect(headerButton(page, "Review")).not.toHaveAttribute("aria-current");
    }
  });

  test("is offered at the end of the last section, and there only", async ({ page, client }) => {
    await signIn(page, client);
    const way = page.getByRole("button", { name: "Review your answers" });
    await expect(way).toHaveCount(0);
    await openSection(page, "website");
    await way.click();
    await expect(heading(page)).toBeFocused();
  });

  test("shows every answer, in the order and the words of the interview", async ({ page, client, site }) => {
    await site.saveAs(client, {
      ...fullRecord((questionId) => `First line\n\n  and the rest about ${questionId}`),
      "tool-selection": {
        selectedTools: ["other", "excel", "square"],
        customTools: "Paper diary, Whiteboard",
        toolRatings: { square: 4 },
      },
    });
    await signIn(page, client);
    await openReview(page);
    const main = page.getByRole("main");
    await expect(main).toContainText("13 of 13 answered");
    await expect(main).toContainText("If everything looks right, press Submit.");
    await expect(main.getByRole("heading", { level: 3 })).toHaveText([
      ...builtInInterview.sections.map(({ name }) => name),
      "Download my answers",
    ]);
    await expect(main.getByRole("heading", { level: 4 })).toHaveText(QUESTIONS.map(({ title }) => title));
    await expect(missingMarks(page)).toHaveCount(0);
    for (const { id, title, prompt, kind } of QUESTIONS) {
      await expect(reviewed(page, title)).toContainText(prompt);
      if (kind !== "free-answer") continue;
      await expect(reviewedAnswers(page, title).getByRole("paragraph")).toHaveText(
        `First line\n\n  and the rest about ${id}`,
        { useInnerText: true },
      );
    }
    await expectFields(page, "Your business at a glance", [
      ["Number of Employees", "2-5"],
      ["Number of Locations", "1"],
      ["Annual Revenue Range", "Less than $500K"],
    ]);
    await expectFields(page, "The tools you use", [
      ["Excel", "Not rated yet"],
      ["Square", "★★★★☆4 of 5 stars"],
      ["Other tools", "Paper diary, Whiteboard"],
    ]);
    await expect(reviewed(page, "The tools you use")).toContainText("Anything to add about your tools?");
    await expect(reviewedAnswers(page, "The tools you use")).toContainText("about current-tools");
    await expectFields(page, "Your website today", [
      ["Website URL", "https://rosa.example"],
      ["Satisfaction with your website", "7 of 10"],
    ]);
  });

  async function expectFields(page: Page, title: string, fields: [string, string][]): Promise<void> {
    await expect(reviewed(page, title).getByRole("term")).toHaveText(fields.map(([label]) => label));
    await expect(reviewed(page, title).getByRole("definition")).toHaveText(fields.map(([, text]) => text));
  }

  test("marks missing answers in words, and counts them", async ({ page, client, site }) => {
    const { "growth-and-future-vision": _vision, "booking-process": _booking, ...record } = fullRecord();
    await site.saveAs(client, record);
    await signIn(page, client);
    await openReview(page);
    await expect(page.getByRole("main")).toContainText("11 of 13 answered");
    await expect(page.getByRole("main")).toContainText("2 questions have no answer yet.");
    await expect(missingMarks(page)).toHaveCount(2);
    for (const title of ["From first call to booking", "Where you want to be"]) {
      await expect(reviewed(page, title)).toContainText("Not answered yet");
    }
  });

  test("shows every word of a very long answer", async ({ page, client, site }) => {
    await site.saveAs(client, { "booking-process": { responses: [{ content: LONG.repeat(3) }] } });
    await signIn(page, client);
    await openReview(page);
    const long = reviewedAnswers(page, "From first call to booking");
    await expect(long.getByRole("paragraph")).toHaveText(LONG.repeat(3));
  });
});

test.describe("the link from the review", () => {
  /** Expects the target below the header, and not behind a phone's lower bar. */
  async function expectInSight(page: Page, target: Locator): Promise<void> {
    await expect(target).toBeFocused();
    await expect(target).toBeInViewport({ ratio: 1 });
    const below = async () => {
      const top = await target.evaluate((element) => element.getBoundingClientRect().top);
      const bottom = await header(page).evaluate((element) => element.getBoundingClientRect().bottom);
      return top - bottom;
    };
    await expect.poll(below).toBeGreaterThanOrEqual(0);
  }

  async function follow(page: Page, question: Question, press: (button: Locator) => Promise<void>) {
    await openReview(page);
    await press(reviewed(page, question.title).getByRole("button", { name: question.title }));
    await expect(heading(page)).toHaveCount(0);
    await expect(page.locator("[data-section][aria-current]")).toHaveCount(1);
  }

  for (const width of shareOf([1280, 390], { every: 2, turn: 1 })) {
    test(`leads to each missing question, at its first control (${width} px)`, async ({ page, client }) => {
      await page.setViewportSize({ width, height: 800 });
      await signIn(page, client);
      for (const question of QUESTIONS) {
        await follow(page, question, async (button) => {
          await expect(button).toHaveAccessibleName(`Answer now: ${question.title}`);
          await button.click();
        });
        await expectInSight(page, card(page, question.id).locator("select, input, textarea").first());
      }
    });

    test(`leads to each answered question, at its heading (${width} px)`, async ({ page, client, site }) => {
      await site.saveAs(client, fullRecord());
      await page.setViewportSize({ width, height: 800 });
      await signIn(page, client);
      for (const question of QUESTIONS) {
        await follow(page, question, async (button) => {
          await expect(button).toHaveAccessibleName(`Change: ${question.title}`);
          await button.press("Enter");
        });
        const row = card(page, question.id).locator("summary");
        await expect(row).toContainText(question.title);
        await expectInSight(page, row);
      }
    });
  }
});

test.describe("unfinished text", () => {
  test("is shown as not added, and can be continued", async ({ page, client }) => {
    await signIn(page, client);
    await openSection(page, "customers-growth");
    await box(page, "growth-vision").fill("A second shop,");
    await openReviewFromBox(page);
    const open = reviewed(page, "Where you want to be");
    await expect(open).toContainText("Not answered yet");
    await expect(open).toContainText("Not added yetA second shop,");
    await expect(page.getByRole("main")).toContainText("0 of 13 answered");

    await open.getByRole("button", { name: "Answer now" }).click();
    await expect(box(page, "growth-vision")).toBeFocused();
    await page.keyboard.type(" near the station");
    await page.keyboard.press("Enter");
    await expect(answers(page, "growth-vision")).toHaveText(["A second shop, near the station"]);
  });

  test("visibly becomes an answer when it is saved", async ({ page, client }) => {
    await signIn(page, client);
    await box(page, "team-description").fill("Two of us");
    await openReviewFromBox(page);
    await save(page);
    await expect(reviewed(page, "Your team")).not.toContainText("Not added yet");
    await expect(reviewedAnswers(page, "Your team")).toHaveText(["Two of us"]);
    await expect(page.getByRole("main")).toContainText("1 of 13 answered");
  });

  test("does not include a box left by a press or a key: that is an answer", async ({ page, client }) => {
    await signIn(page, client);
    await box(page, "team-description").fill("Two of us");
    await openReview(page);
    await expect(reviewedAnswers(page, "Your team")).toHaveText(["Two of us"]);
  });

  test("includes the new words of an open edit, which stays open", async ({ page, client, site }) => {
    await site.saveAs(client, { "team-and-business-setup": { responses: [{ content: "Two of us" }] } });
    await signIn(page, client);
    await openSection(page, "business-snapshot");
    await answers(page, "team-description").getByRole("button", { name: "Edit answer" }).click();
    await page.getByRole("textbox", { name: "Edit answer" }).fill("Three of us");
    await openReview(page);
    await expect(reviewedAnswers(page, "Your team")).toHaveText(["Two of usChange not saved yetThree of us"]);
    await page.getByRole("button", { name: "Change: Your team" }).click();
    await expect(page.getByRole("textbox", { name: "Edit answer" })).toHaveValue("Three of us");
  });

  test("does not include dictated words, which Review ends like a stop", async ({ page, client }) => {
    await fakeRecognizer(page);
    await signIn(page, client);
    await card(page, "team-description").getByRole("button", { name: "Dictate" }).click();
    await engine.hear(page, "two of us");
    await openReview(page);
    await expect(reviewedAnswers(page, "Your team")).toHaveText(["Two of us."]);
  });
});

test.describe("without a connection", () => {
  async function download(page: Page, name: string, testInfo: TestInfo) {
    const begun = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    const file = await begun;
    const path = testInfo.outputPath(file.suggestedFilename());
    await file.saveAs(path);
    return { path, name: file.suggestedFilename() };
  }

  /** A draft of which the server has only a part. */
  async function enterAll(page: Page): Promise<void> {
    await page.getByLabel("Number of Employees").selectOption("2-5");
    await page.getByRole("checkbox", { name: "Square" }).check();
    await page.getByRole("group", { name: "Square: satisfaction" }).getByRole("radio").nth(3).check();
    await answer(page, "team-description", "Two of us");
    await answers(page, "team-description").getByRole("button", { name: "Edit answer" }).click();
    await page.getByRole("textbox", { name: "Edit answer" }).fill("Three of us");
    await openSection(page, "customers-growth");
    await box(page, "growth-vision").fill("A second\nshop");
    await openReviewFromBox(page);
  }

  test("the page contains everything entered, including unsaved text", async ({
    page,
    client,
    openContext,
  }, testInfo) => {
    await signIn(page, client);
    await page.context().setOffline(true);
    await enterAll(page);
    const { name, path } = await download(page, "Download to read or print", testInfo);
    expect(name).toMatch(/^Rosas-Bakery-answers-\d{4}-\d\d-\d\d\.html$/);

    const copy = await (await openContext()).newPage();
    await copy.goto(`file://${path}`);
    await expect(copy).toHaveTitle("Rosa's Bakery · Onboarding Interview");
    await expect(copy.getByRole("heading", { level: 1 })).toHaveText("Rosa's Bakery");
    await expect(copy.getByRole("banner")).toContainText("3 of 13 answered");
    await expect(copy.getByRole("heading", { level: 3 })).toHaveText(QUESTIONS.map(({ title }) => title));
    const part = (title: string) =>
      copy.getByRole("article").filter({ has: copy.getByRole("heading", { name: title }) });
    await expect(part("Your business at a glance").getByRole("definition")).toHaveText([
      "2-5",
      "Left blank",
      "Left blank",
    ]);
    await expect(part("The tools you use").getByRole("definition")).toHaveText(["★★★★☆ 4 of 5 stars"]);
    await expect(part("Your team").getByRole("paragraph")).toHaveText([
      QUESTIONS[1]?.prompt ?? "",
      "Two of us",
      "Change not saved yet",
      "Three of us",
    ]);
    await expect(part("Where you want to be").getByRole("paragraph").nth(1)).toHaveText("Not answered yet");
    await expect(part("Where you want to be").getByRole("paragraph").last()).toHaveText("A second\nshop", {
      useInnerText: true,
    });
    await expectAccessible(copy, "the downloaded page", {
      looks: [{ width: 1280, colorScheme: "light" }, DARK_DESKTOP],
    });
    await expectNoOverflow(copy, "the downloaded page");
  });

  test("the data file contains everything entered, unsaved text too", async ({ page, client }, testInfo) => {
    await signIn(page, client);
    await page.context().setOffline(true);
    await enterAll(page);
    const { name, path } = await download(page, "Download data (JSON)", testInfo);
    expect(name).toMatch(/^Rosas-Bakery-answers-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(readFileSync(path, "utf8"));
    const [team] = data.record["team-and-business-setup"].responses;
    expect(team).toMatchObject({ content: "Two of us", type: "text", source: "typed" });
    expect(data).toEqual({
      formatVersion: 1,
      clientName: "Rosa's Bakery",
      downloadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      submittedAt: null,
      interview: builtInInterview,
      record: {
        "business-profile": { employees: "2-5", locations: "", revenue: "" },
        "team-and-business-setup": {
          section: "business-snapshot",
          question: "team-description",
          responses: [team],
        },
        "tool-selection": { selectedTools: ["square"], customTools: "", toolRatings: { square: 4 } },
        "website-form": { url: "" },
      },
      notAddedYet: { "growth-vision": "A second\nshop" },
      changesNotSavedYet: { [team.id]: "Three of us" },
    });
  });

  test("hostile text is exact on the downloaded page, and never runs", async ({
    page,
    site,
    openContext,
  }, testInfo) => {
    const run = "window.__xss=1";
    const texts = [
      `<script>${run}</script>`,
      `</p></li></ol><script>${run}</script>`,
      `</style><img src=x onerror="${run}">`,
      `<svg onload="${run}">`,
      `--><iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
      `&lt;script&gt;${run}&lt;/script&gt; &#60;b> &amp;amp;`,
      ...fc.sample(hostileText(), { seed: 7, numRuns: 40 }).map((text) => `x${text}x`),
    ];
    const client = await site.addClient(`Rosa </title><img src=x onerror="${run}">`);
    await site.saveAs(client, {
      "booking-process": { responses: texts.map((content) => ({ content })) },
      "tool-selection": { selectedTools: ["other"], customTools: texts[2] ?? "" },
      "website-form": { url: `javascript:${run}` },
    });
    await signIn(page, client);
    await openReview(page);
    await page.context().setOffline(true);
    const { path } = await download(page, "Download to read or print", testInfo);

    const copy = await (await openContext()).newPage();
    await copy.goto(`file://${path}`);
    await expect(copy).toHaveTitle(`${client.clientName} · Onboarding Interview`);
    await expect(copy.getByRole("heading", { level: 1 })).toHaveText(client.clientName);
    const shown = await copy
      .locator("ol > li > p")
      .evaluateAll((all) => all.map((each) => each.textContent ?? ""));
    // HTML has one kind of line break and no NUL, and a UTF-8 file has no lone surrogates
    const writable = (text: string) => text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd").toWellFormed();
    expect(shown).toEqual(texts.map(writable));
    await expect(copy.locator("script, img, svg, iframe, a, [onload], [onerror]")).toHaveCount(0);
    expect(await copy.evaluate(() => "__xss" in window)).toBe(false);
  });
});

test.describe("no accessibility problem and no sideways scrolling", () => {
  test.setTimeout(60_000);
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("on a review without any answers", async ({ page, client }) => {
    await signIn(page, client);
    await openReview(page);
    await expectAccessible(page, "nothing answered");
    await expectAccessible(page, "nothing answered", { looks: [DARK_DESKTOP] });
    await expectNoOverflow(page, "nothing answered");
  });

  test("on a review full of long words and of text not added yet", async ({ page, client, site }) => {
    await site.saveAs(client, {
      ...fullRecord(() => LONG),
      "tool-selection": {
        selectedTools: ["other", "google-workspace", "excel"],
        customTools: LONG,
        toolRatings: { excel: 1 },
      },
      "website-form": { url: `https://${"rosa".repeat(40)}.example` },
    });
    await signIn(page, client);
    await openSection(page, "business-snapshot");
    await box(page, "team-description").fill(LONG);
    await openReviewFromBox(page);
    await expectAccessible(page, "full");
    await expectAccessible(page, "full", { looks: [DARK_DESKTOP] });
    await expectNoOverflow(page, "full");
  });

  test("on a phone, whose bar shows all four actions completely", async ({ page, client }) => {
    await signIn(page, client);
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 700 });
      for (const name of ["Save", "Review", "Submit", "Logout"] as const) {
        await expect(headerButton(page, name)).toBeInViewport({ ratio: 1 });
        const { width: own, height } = (await headerButton(page, name).boundingBox()) ?? {};
        expect(Math.min(own ?? 0, height ?? 0), `${name} at ${width} px`).toBeGreaterThanOrEqual(44);
      }
    }
  });
});

test("the review is opened, read and left with the keyboard alone", async ({ page, client, site }) => {
  const { "website-vision": _open, ...record } = fullRecord();
  await site.saveAs(client, record);
  await signIn(page, client);
  await headerButton(page, "Review").focus();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Change: Your business at a glance" })).toBeFocused();
  await page.getByRole("button", { name: "Answer now: What your website should do" }).focus();
  await page.keyboard.press("Enter");
  await expect(box(page, "website-vision")).toBeFocused();
  await page.keyboard.type("Book online");
  await page.keyboard.press("Enter");
  await expect(section(page, "website")).toContainText("2/2 completed");
});

test("a change from the review leads back to it", async ({ page, client, site }) => {
  await site.saveAs(client, fullRecord());
  await signIn(page, client);
  const back = page.getByRole("button", { name: "Back to your review" });
  await expect(back).toHaveCount(0);
  await openReview(page);
  await reviewed(page, "Where you want to be")
    .getByRole("button", { name: "Change: Where you want to be" })
    .click();
  await answer(page, "growth-vision", "A second shop, and a van.");
  await back.click();
  await expect(heading(page)).toBeFocused();
  await expect(reviewed(page, "Where you want to be")).toContainText("A second shop, and a van.");
  await openSection(page, "customers-growth");
  await expect(back).toHaveCount(0);
});

test.describe("the end of the review", () => {
  const submit = (page: Page) => page.getByRole("button", { name: "Submit", exact: true });
  const toEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

  test("on a phone names who gets the answers and has Submit, in place of the bar", async ({
    page,
    client,
    site,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await site.saveAs(client, fullRecord());
    await signIn(page, client);
    await openReview(page);
    await expect(headerButton(page, "Save")).toBeVisible();
    await expect(submit(page)).toHaveCount(1);
    await toEnd(page);
    await expect(headerButton(page, "Save")).toBeHidden();
    await expect(page.getByRole("main")).toContainText("Brightside Onboarding will get your answers.");
    await expect(submit(page)).toHaveCount(1);
    await expect(submit(page)).toBeInViewport({ ratio: 1 });
    await expect(submit(page)).toHaveAttribute("data-variant", "primary");
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(headerButton(page, "Save")).toBeVisible();
    await toEnd(page);
    await expect(headerButton(page, "Save")).toBeHidden();
    await submit(page).click();
    await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeFocused();
    await headerButton(page, "Review").click();
    await expect(page.getByRole("main")).toContainText(/Submitted \d{1,2}:\d\d [AP]M/);
    await toEnd(page);
    await expect(submit(page)).toHaveAttribute("data-variant", "secondary");
  });

  test("on a wide screen has Submit too, and a link to missing answers", async ({ page, client, site }) => {
    const { "website-vision": _open, ...record } = fullRecord();
    await site.saveAs(client, record);
    await signIn(page, client);
    await openReview(page);
    await expect(
      page.getByRole("main").getByRole("button", { name: "Submit to Brightside Onboarding" }),
    ).toHaveAttribute("data-variant", "secondary");
    await page.getByRole("main").getByRole("button", { name: "Answer 1 more" }).click();
    await expect(box(page, "website-vision")).toBeFocused();
  });
});
