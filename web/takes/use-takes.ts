import { createContext, useContext } from "react";
import type { Takes } from "./takes.ts";

export const TakesContext = createContext<Takes | undefined>(undefined);

/** The recorded answers of the open interview. */
export function useTakes(): Takes {
  const takes = useContext(TakesContext);
  if (!takes) throw new Error("No interview is open here");
  return takes;
}
