import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ClientColumn } from "#contract/manage/columns.ts";
import { rememberChoice, rememberedChoice } from "../../../web/ui/device-choices.ts";
import { columnsOf, columnsText } from "./column-lists.ts";

/** The chosen columns of lists that are not one of the manager's own views. */
const chosen = createStore<{ [list: string]: readonly ClientColumn[] }>(() => ({}));

/** Loads the columns chosen on this device. */
export async function recallColumns(): Promise<void> {
  const lists = new URLSearchParams(await rememberedChoice("columns"));
  chosen.setState(Object.fromEntries([...lists].map(([list, text]) => [list, columnsOf(text)])), true);
}

/** The columns of one list; undefined if the default columns apply. */
export function useDeviceColumns(list: string) {
  const columns = useStore(chosen, (lists) => (Object.hasOwn(lists, list) ? lists[list] : undefined));
  const choose = (columns: readonly ClientColumn[] | undefined) => {
    const { [list]: _before, ...others } = chosen.getState();
    const lists = columns === undefined ? others : { ...others, [list]: columns };
    chosen.setState(lists, true);
    const texts = Object.entries(lists).map(([name, each]) => [name, columnsText(each)]);
    void rememberChoice("columns", new URLSearchParams(texts).toString());
  };
  return { columns, choose };
}
