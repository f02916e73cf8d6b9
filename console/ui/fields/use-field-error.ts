import { createContext, type ReactNode, useContext } from "react";

/** Why a form cannot be submitted, and the ID of the invalid control. */
export type FormProblem = { id: string; message: string };
export const FormProblemContext = createContext<FormProblem | undefined>(undefined);

/** The error of a control: the form's validation message, or else the given error. */
export function useFieldError<Given extends ReactNode>(id: string, given: Given): Given | string {
  const problem = useContext(FormProblemContext);
  return problem?.id === id ? problem.message : given;
}
