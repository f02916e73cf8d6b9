import { execFileSync } from "node:child_process";

/**
 * The text that Debian's poppler reads from the PDF, without white space, because poppler finds no space between two
 * fonts.
 */
export function textOfPdf(pdf: Buffer): string {
  const options = ["-raw", "-enc", "UTF-8", "-", "-"];
  return dense(execFileSync("pdftotext", options, { input: pdf, maxBuffer: 2 ** 28 }).toString("utf8"));
}

/** A text in the form that `textOfPdf` returns. */
export const dense = (text: string) => text.replaceAll(/\s/g, "");

/** The number of pages, and their size as a string. */
export function pagesOfPdf(pdf: Buffer) {
  const facts = execFileSync("pdfinfo", ["-"], { input: pdf }).toString();
  const size = /^Page size:\s+(.*)$/m.exec(facts)?.[1];
  return { count: Number(/^Pages:\s+(\d+)$/m.exec(facts)?.[1]), size };
}
