import { test } from "vitest";

type Body = () => Promise<void> | void;

/** `test`, or, if this machine has a problem, a skipped test whose title names the problem. */
export function testUnless(problem: string | undefined) {
  return (title: string, options: { timeout: number }, body: Body) => {
    if (problem === undefined) test(title, options, body);
    else test.skip(`${title} (skipped: ${problem})`, options, body);
  };
}
