import { useState } from "react";
import { SelectField } from "../../web/ui/fields/SelectField.tsx";
import { t } from "../translate.ts";
import { useInterviews } from "./use-interviews.ts";

type InterviewFieldProps = {
  /** The interview selected at first; undefined for the default interview of new clients. */
  interviewId?: string | undefined;
};

/** Chooses a client's interview. `interviewIn` reads the value. Hidden if there is only one interview. */
export function InterviewField({ interviewId }: InterviewFieldProps) {
  const { data: interviews = [] } = useInterviews();
  const offered = interviews.filter((each) => each.isOffered || each.interviewId === interviewId);
  const [chosen, setChosen] = useState<string>();
  if (offered.length < 2) return null;
  return (
    <SelectField
      label={t("interviews.one")}
      name="interviewId"
      options={offered.map((each) => ({ value: each.interviewId, label: each.name }))}
      value={chosen ?? interviewId ?? offered[0]?.interviewId ?? ""}
      onChange={setChosen}
    />
  );
}

/** Empty if the field was hidden. */
export function interviewIn(form: HTMLFormElement): { interviewId?: string } {
  const interviewId = new FormData(form).get("interviewId");
  return typeof interviewId === "string" && interviewId !== "" ? { interviewId } : {};
}
