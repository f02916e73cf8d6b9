import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { rememberChoice, rememberedChoice } from "../../web/ui/device-choices.ts";

/** Whether letters alone do something: who dictates to the computer, or types with a stick, may switch that off. */
const letters = createStore<{ areOn: boolean }>(() => ({ areOn: true }));

/** As was chosen on this device. */
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
