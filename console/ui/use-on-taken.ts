import { createContext, useContext } from "react";

/** Called when a secret that is shown only once was copied or downloaded. */
export const SecretTakenContext = createContext<() => void>(() => undefined);

export function useOnTaken(): () => void {
  return useContext(SecretTakenContext);
}
