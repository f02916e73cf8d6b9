import { test } from "vitest";

type Body = () => Promise<void> | void;

/** `test`, or, where something stands in its way on this machine, a skipped one whose title says what. */
export function testUnless(problem: string | undefined) {
  return (title: string, options: { timeout: number }, body: Body) => {
    if (problem === undefined) test(title, options, body);
    else test.skip(`${title} (skipped: ${problem})`, options, body);
  };
}
