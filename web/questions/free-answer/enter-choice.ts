import { createStore } from "zustand/vanilla";
import { rememberChoice, rememberedChoice } from "../../ui/device-choices.ts";

const LINE = "line";

export type EnterChoice = ReturnType<typeof createEnterChoice>;

type EnterState = {
  addsLine: boolean;
  /** The question below which the choice is offered. */
  offeredAt: string | undefined;
};

/** After this many answers added with Enter, the client may have meant a new line, so the choice is offered. */
const ADDED_BEFORE_OFFER = 2;

/**
 * What Enter does in an answer's box: add the answer (spec §4) or, if the client chooses so, a line. Stored on the
 * device.
 */
export function createEnterChoice() {
  const store = createStore<EnterState>(() => ({ addsLine: false, offeredAt: undefined }));
  let added = 0;
  void rememberedChoice("enter").then((chosen) => store.setState({ addsLine: chosen === LINE }));
  return {
    store,
    choose(addsLine: boolean): void {
      store.setState({ addsLine, offeredAt: undefined });
      rememberChoice("enter", addsLine ? LINE : "answer").catch(() => undefined);
    },
    /** Enter has added an answer to this question. */
    noteAdded(questionId: string): void {
      added += 1;
      store.setState({ offeredAt: added === ADDED_BEFORE_OFFER ? questionId : undefined });
    },
  };
}
