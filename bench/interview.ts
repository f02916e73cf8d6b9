import { benchControls } from "./controls.ts";
import type { Table } from "./figures.ts";
import { withInterview } from "./interview-page.ts";
import { benchMemory } from "./memory.ts";
import { benchOpening } from "./opening.ts";

/** The client's experience of the interview in a browser: opening it, its controls, and its memory use. */
export function benchInterview(rounds: number): Promise<Table[]> {
  return withInterview(async (interview) => {
    const opening = await benchOpening(interview, rounds);
    const controls = await benchControls(interview, rounds);
    return [opening, ...controls, await benchMemory(interview)];
  });
}
