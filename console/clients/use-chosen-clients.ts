import { useCallback, useState } from "react";
import { type ChosenClients, type ChosenClientsChange, choose, NOTHING_CHOSEN } from "./selection.ts";

/** The selected clients. The selection is cleared when the list (`key`) changes. */
export function useChosenClients(key: string): [ChosenClients, (choice: ChosenClientsChange) => void] {
  const [state, setState] = useState({ key, chosen: NOTHING_CHOSEN });
  if (state.key !== key) setState({ key, chosen: NOTHING_CHOSEN });
  const make = useCallback(
    (choice: ChosenClientsChange) =>
      setState(({ chosen, ...rest }) => ({ ...rest, chosen: choose(chosen, choice) })),
    [],
  );
  return [state.key === key ? state.chosen : NOTHING_CHOSEN, make];
}
