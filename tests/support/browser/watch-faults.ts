import { type BrowserContext, expect } from "@playwright/test";

/** The browser's own line about a failed request, which tests cause on purpose. */
const BROWSERS_OWN = /^Failed to load resource: /;
const VIOLATION = "content security policy violated: ";

/** Watches for what our pages must never do. Returns the check for the end of the test. */
export async function watchFaults(context: BrowserContext): Promise<() => void> {
  const faults: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" && !BROWSERS_OWN.test(message.text())) faults.push(message.text());
  });
  context.on("weberror", (error) => faults.push(String(error.error())));
  await context.addInitScript((violation) => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`${violation}${violatedDirective} ${blockedURI}`),
    );
  }, VIOLATION);
  return () => expect(faults, "console errors, exceptions and policy violations").toEqual([]);
}
