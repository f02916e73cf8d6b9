import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import {
  addClientInConsole,
  addManagerInConsole,
  addWebhookInConsole,
  askFollowUp,
  enterByLink,
  followUp,
  invite,
  line,
  pressInMenu,
} from "../support/browser/console-journey.ts";
import {
  accessButton,
  answer,
  card,
  expect,
  header,
  headerButton,
  save,
  test,
  toast,
} from "../support/browser/journey.ts";
import { dense, textOfPdf } from "../support/browser/pdf.ts";
import { fillForms, fillWritten, REMARK, textsFor, WRITTEN } from "../support/browser/whole-interview.ts";
import { webhookReceiver } from "../support/peers/webhook-receiver.ts";
import { WITH_PDF } from "../support/service/program.ts";
import { startSite } from "../support/service/site-process.ts";

const TEAM = "team-description";
const MORE = "Ben opens on Sundays.";

test("from the manager's invitation to the brief, with three people and a webhook receiver", async ({
  openContext,
}) => {
  test.setTimeout(120_000);
  const receiver = await webhookReceiver();
  const site = await startSite({ FIRSTHAND_WEBHOOKS_PRIVATE: "1", ...WITH_PDF });
  const newPage = async () => (await openContext({ baseURL: site.url })).newPage();

  const administrator = await newPage();
  await enterByLink(administrator, await invite(site, "administrator", "Ada"));
  await administrator.getByRole("link", { name: "Webhooks" }).click();
  // the receiver is notified of submissions automatically
  await addWebhookInConsole(administrator, receiver, [/^Client added/, /^Answers saved/, /^Follow-up sent/]);
  await administrator.getByRole("link", { name: "Team" }).click();
  const invited = await addManagerInConsole(administrator, "Mia Lopes");

  const manager = await newPage();
  await enterByLink(manager, invited);
  const { link } = await addClientInConsole(manager, "Rosa's Bakery");
  await manager.getByRole("button", { name: "Close" }).click();

  const client = await newPage();
  await client.goto(link);
  await accessButton(client).click();
  await expect(header(client)).toBeVisible();
  await answer(client, TEAM, "Two of us.");
  await save(client);
  await expect(line(manager, "Rosa's Bakery")).toContainText("1 of 13 questions answered");
  await manager.getByRole("link", { name: "Rosa's Bakery" }).click();
  await expect(card(manager, TEAM)).toContainText("Two of us.");

  await askFollowUp(manager, TEAM, "Who opens on Sundays?");
  await fillForms(client);
  await fillWritten(client);
  await save(client);
  await header(client).getByRole("button", { name: "1 follow-up question" }).click();
  await expect(card(client, TEAM).getByRole("note")).toContainText("Who opens on Sundays?");
  await answer(client, TEAM, MORE);
  await headerButton(client, "Submit").click();
  await expect(toast(client, "Submission Complete!")).toBeVisible();

  await expect(followUp(manager, TEAM)).toContainText("The client replied");
  await expect(card(manager, TEAM)).toContainText(MORE);
  await expect(manager.getByText("Submitted", { exact: true }).first()).toBeVisible();
  const brief = textOfPdf(await downloadedBrief(manager));
  const texts = [...Object.values(WRITTEN).flat().flatMap(textsFor), REMARK, MORE, "https://rosa.example"];
  for (const text of texts) expect(brief).toContain(dense(text));

  // saves are announced at most once a minute, and a slow machine may take longer than that to get here
  const kinds = ["client.created", "follow_up.sent", "record.saved", "record.submitted"];
  const isFirstSaved = (kind: string, place: number, all: string[]) =>
    kind !== "record.saved" || all.indexOf(kind) === place;
  await expect.poll(() => receiver.types().filter(isFirstSaved).toSorted()).toEqual(kinds);
  expect(receiver.problems).toEqual([]);
  await site.close();
  await receiver.close();
});

async function downloadedBrief(page: Page): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await pressInMenu(page, "Brief", "Download PDF");
  return readFileSync(await (await download).path());
}
