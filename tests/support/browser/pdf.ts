import { execFileSync } from "node:child_process";

/** What Debian's poppler reads out of it, without white space: between one font and the next it finds none. */
export function textOfPdf(pdf: Buffer): string {
  const options = ["-raw", "-enc", "UTF-8", "-", "-"];
  return dense(execFileSync("pdftotext", options, { input: pdf, maxBuffer: 2 ** 28 }).toString("utf8"));
}

/** A text as it stands in that. */
export const dense = (text: string) => text.replaceAll(/\s/g, "");

/** How many there are, and their size in words. */
export function pagesOfPdf(pdf: Buffer) {
  const facts = execFileSync("pdfinfo", ["-"], { input: pdf }).toString();
  const size = /^Page size:\s+(.*)$/m.exec(facts)?.[1];
  return { count: Number(/^Pages:\s+(\d+)$/m.exec(facts)?.[1]), size };
}
