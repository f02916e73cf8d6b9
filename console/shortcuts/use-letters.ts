import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { rememberChoice, rememberedChoice } from "../../web/ui/device-choices.ts";

/** Whether single letters are shortcuts. Users of voice control or a pointing stick may turn them off. */
const letters = createStore<{ areOn: boolean }>(() => ({ areOn: true }));

/** Loads the choice stored on this device. */
export async function recallLetters(): Promise<void> {
  letters.setState({ areOn: (await rememberedChoice("letters")) !== "off" });
}

export function useLetters() {
  const { areOn } = useStore(letters);
  const choose = (areOn: boolean) => {
    letters.setState({ areOn });
    void rememberChoice("letters", areOn ? "on" : "off");
  };
  return { areOn, choose };
}
