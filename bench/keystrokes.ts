import { median, percentile, type Table } from "./figures.ts";
import { type Interview, openInterview, QUESTION, recordOf, withInterview } from "./interview-page.ts";
import { slowProcessor, THROTTLE, timeKeys } from "./key-to-paint.ts";

// a question holds 200 answers, and its box disappears with the last; more than 199 spread over other questions
const ANSWERS = [10, 199, 1_000];
const STATIC = "static page";
const BOX = `[data-question="${QUESTION}"] textarea`;

/**
 * The time from a key press in an answer box to the frame that shows it, with answers above the box and a slowed
 * processor.
 */
export function benchKeystrokes(rounds: number): Promise<Table[]> {
  return withInterview(async (interview) => {
    const times = new Map<string, number[]>();
    for (let round = 0; round <= rounds; round++) {
      for (const target of [STATIC, ...ANSWERS.map(String)]) {
        const measured = await measure(interview, target);
        // the first round warms up
        if (round > 0) times.set(target, [...(times.get(target) ?? []), ...measured]);
      }
    }
    const atRest = percentile(times.get(STATIC) ?? [], 0.95);
    const rows = [...times].map(([target, values]) => [
      target === STATIC ? target : `box in a record of ${target} answers`,
      median(values).toFixed(1),
      percentile(values, 0.95).toFixed(1),
      (percentile(values, 0.95) / atRest).toFixed(2),
    ]);
    return [{ heads: [`key to paint, ${THROTTLE}x slowed`, "p50 ms", "p95 ms", "p95 / static page"], rows }];
  });
}

async function measure(interview: Interview, target: string): Promise<number[]> {
  const page = await interview.browser.newPage();
  if (target === STATIC) await page.setContent("<!doctype html><textarea rows=4></textarea>");
  else await openInterview(page, interview, recordOf(Number(target)));
  const selector = target === STATIC ? "textarea" : BOX;
  await slowProcessor(page);
  // a pointer on the page costs each target the same
  await page.locator(selector).click();
  const measured = await timeKeys(page, selector);
  await page.close();
  return measured;
}
