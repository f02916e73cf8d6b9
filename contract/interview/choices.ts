import type { Choice } from "./interview.ts";
import type { Translatable } from "./texts.ts";

type Choices = Translatable<Choice>[];

/** The options of the built-in interview's forms: what is stored, and what is read (spec §2.2, product §3). */

export const employeeChoices: Choices = [
  { value: "1", label: { en: "Just me (1)", es: "Solo yo (1)" } },
  { value: "2-5", label: "2-5" },
  { value: "6-10", label: "6-10" },
  { value: "11-25", label: "11-25" },
  { value: "26-50", label: "26-50" },
  { value: "50+", label: "50+" },
];

export const locationChoices: Choices = [
  { value: "1", label: "1" },
  { value: "2-3", label: "2-3" },
  { value: "4-10", label: "4-10" },
  { value: "10+", label: "10+" },
];

export const revenueChoices: Choices = [
  { value: "<500k", label: { en: "Less than $500K", es: "Menos de $500 mil" } },
  { value: "500k-1m", label: { en: "$500K - $1M", es: "De $500 mil a $1 millón" } },
  { value: ">1m", label: { en: "More than $1M", es: "Más de $1 millón" } },
];

export const toolChoices: Choices = [
  { value: "quickbooks", label: "QuickBooks" },
  { value: "xero", label: "Xero" },
  { value: "square", label: "Square" },
  { value: "shopify", label: "Shopify" },
  { value: "wix", label: "Wix" },
  { value: "wordpress", label: "WordPress" },
  { value: "toast", label: "Toast" },
  { value: "resy", label: "Resy" },
  { value: "opentable", label: "OpenTable" },
  { value: "canva", label: "Canva" },
  { value: "mailchimp", label: "Mailchimp" },
  { value: "google-workspace", label: "Google Workspace" },
  { value: "microsoft-365", label: "Microsoft 365" },
  { value: "trello", label: "Trello" },
  { value: "asana", label: "Asana" },
  { value: "clickup", label: "ClickUp" },
  { value: "hubspot", label: "HubSpot" },
  { value: "salesforce", label: "Salesforce" },
  { value: "google-sheets", label: "Google Sheets" },
  { value: "excel", label: "Excel" },
];
