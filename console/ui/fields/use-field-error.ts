import { createContext, type ReactNode, useContext } from "react";

/** What keeps a form from being sent, and the id of the control where it is. */
export type FormProblem = { id: string; message: string };
export const FormProblemContext = createContext<FormProblem | undefined>(undefined);

/** What is wrong at a control: what keeps its form from being sent, else what its owner says. */
export function useFieldError<Given extends ReactNode>(id: string, given: Given): Given | string {
  const problem = useContext(FormProblemContext);
  return problem?.id === id ? problem.message : given;
}
