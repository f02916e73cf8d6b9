import { createContext, useContext } from "react";

/** Hears that something which is shown this one time was copied or downloaded. */
export const OnTaken = createContext<() => void>(() => undefined);

export function useOnTaken(): () => void {
  return useContext(OnTaken);
}
