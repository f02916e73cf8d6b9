import { createStore } from "zustand/vanilla";
import { rememberChoice, rememberedChoice } from "../../ui/device-choices.ts";

const LINE = "line";

export type EnterChoice = ReturnType<typeof createEnterChoice>;

/** What Enter does in an answer's box: it adds the answer (spec §4) or, where the client wishes so, a line. Kept on the device. */
export function createEnterChoice() {
  const store = createStore(() => ({ addsLine: false }));
  void rememberedChoice("enter").then((chosen) => store.setState({ addsLine: chosen === LINE }));
  return {
    store,
    choose(addsLine: boolean): void {
      store.setState({ addsLine });
      rememberChoice("enter", addsLine ? LINE : "answer").catch(() => undefined);
    },
  };
}
