import { expect, test } from "vitest";
import { speechCompany } from "./speech-company.ts";

const chromium = (brand: string) => ({
  vendor: "Google Inc.",
  userAgentData: { brands: [{ brand: "Not;A=Brand" }, { brand: "Chromium" }, { brand }] },
});

test.each([
  ["Chrome", chromium("Google Chrome"), "Google"],
  ["Edge", chromium("Microsoft Edge"), "Microsoft"],
  ["Safari", { vendor: "Apple Computer, Inc." }, "Apple"],
])("%s has the speech service of its company", (_browser, browser, company) => {
  expect(speechCompany(browser)).toBe(company);
});

test.each([
  ["another browser made from Chromium", chromium("Brave")],
  ["a browser without names", { vendor: "" }],
])("%s could use any company's service", (_browser, browser) => {
  expect(speechCompany(browser)).toBeUndefined();
});
