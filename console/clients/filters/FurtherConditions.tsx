import type { ClientSelection } from "#contract/manage/clients.ts";
import { useQuestionTitles } from "../../interviews/use-interviews.ts";
import { t } from "../../translate.ts";
import { ChipRemove } from "../../ui/chips/ChipRemove.tsx";
import { dueWords } from "../client-words.ts";
import type { useClientQuery } from "../use-client-query.ts";

type FurtherConditionsProps = {
  selection: ClientSelection;
  onChange: ReturnType<typeof useClientQuery>["change"];
};

/** Filters that links from the overview or from emails set. A click removes a filter. */
export function FurtherConditions({ selection, onChange }: FurtherConditionsProps) {
  const { goesBackTo, reached, invitedFrom, invitedTo, submittedFrom, submittedTo, answered, pausedAt } =
    selection;
  const titles = useQuestionTitles();
  const titleOf = (questionId: string | undefined) => questionId && (titles[questionId] ?? questionId);
  const conditions = [
    {
      label: t("clients.chip.handedOver"),
      value: goesBackTo && t("clients.chip.whileAway"),
      without: { goesBackTo: undefined },
    },
    {
      label: t("clients.chip.reached"),
      value: reached && t(`overview.step.${reached}`),
      without: { reached: undefined },
    },
    {
      label: t("overview.step.invited"),
      value: daysText(invitedFrom, invitedTo),
      without: { invitedFrom: undefined, invitedTo: undefined },
    },
    {
      label: t("overview.step.submitted"),
      value: daysText(submittedFrom, submittedTo),
      without: { submittedFrom: undefined, submittedTo: undefined },
    },
    { label: t("overview.answered"), value: titleOf(answered), without: { answered: undefined } },
    { label: t("overview.paused"), value: titleOf(pausedAt), without: { pausedAt: undefined } },
  ];
  return conditions.map(
    ({ label, value, without }) =>
      value && <ChipRemove key={label} label={label} value={value} onRemove={() => onChange(without)} />,
  );
}

function daysText(from: string | undefined, to: string | undefined): string | undefined {
  const now = Date.now();
  if (from !== undefined && to !== undefined && from !== to)
    return t("overview.days.both", { from: dueWords(from, now), to: dueWords(to, now) });
  if (from !== undefined && to === undefined) return t("overview.days.from", { day: dueWords(from, now) });
  if (from === undefined && to !== undefined) return t("overview.days.to", { day: dueWords(to, now) });
  return from && dueWords(from, now);
}
