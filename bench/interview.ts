import { benchControls } from "./controls.ts";
import type { Table } from "./figures.ts";
import { withInterview } from "./interview-page.ts";
import { benchMemory } from "./memory.ts";
import { benchOpening } from "./opening.ts";

/** What a client feels of the interview in a browser: its opening, its controls, and what it keeps in memory. */
export function benchInterview(rounds: number): Promise<Table[]> {
  return withInterview(async (interview) => {
    const opening = await benchOpening(interview, rounds);
    const controls = await benchControls(interview, rounds);
    return [opening, ...controls, await benchMemory(interview)];
  });
}
