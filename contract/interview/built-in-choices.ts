import type { Choice } from "./choice.ts";

/** The tools of the built-in interview; their names are the same in every language. */
export const toolChoices: Choice[] = [
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

/** Ranges that read the same in every language. */
export function rangeChoices(...ranges: string[]): Choice[] {
  return ranges.map((range) => ({ value: range, label: range }));
}
