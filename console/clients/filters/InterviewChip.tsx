import { useInterviews } from "../../interviews/use-interviews.ts";
import { t } from "../../translate.ts";
import { ChipSelect } from "../../ui/chips/ChipSelect.tsx";

type InterviewChipProps = {
  interview: string | undefined;
  onChange: (interview: string | undefined) => void;
};

/** Filters by interview. Hidden while fewer than two interviews are published. */
export function InterviewChip({ interview, onChange }: InterviewChipProps) {
  const { data: interviews = [] } = useInterviews();
  const published = interviews.filter(({ version }) => version !== null);
  if (published.length < 2 && interview === undefined) return null;
  return (
    <ChipSelect
      label={t("interviews.one")}
      options={[
        { value: "", label: t("interviews.any") },
        ...published.map(({ interviewId, name }) => ({ value: interviewId, label: name })),
      ]}
      value={interview ?? ""}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}
