import type { Overview } from "#contract/manage/overview.ts";
import { InterviewChip } from "../clients/filters/InterviewChip.tsx";
import { ManagerChip } from "../clients/filters/ManagerChip.tsx";
import { TagChip } from "../clients/filters/TagChip.tsx";
import { t } from "../translate.ts";
import { ChipDay } from "../ui/chips/ChipDay.tsx";
import { ChipSelect } from "../ui/chips/ChipSelect.tsx";
import { FilterBar } from "../ui/chips/FilterBar.tsx";
import { type OverviewFilter, periods, type useOverviewQuery } from "./use-overview-query.ts";

type OverviewFiltersProps = {
  isAdministrator: boolean;
  filter: OverviewFilter;
  /** The loaded overview, whose days a custom period starts with. */
  shown: Overview | undefined;
  onChange: ReturnType<typeof useOverviewQuery>["change"];
};

/** The filters that apply to all numbers of the page. */
export function OverviewFilters({ isAdministrator, filter, shown, onChange }: OverviewFiltersProps) {
  const { period, from, to, manager, tag, interview } = filter;
  return (
    <FilterBar label={t("overview.filters")}>
      <ChipSelect
        label={t("overview.step.invited")}
        options={periods.map((each) => ({ value: each, label: t(`overview.period.${each}`) }))}
        value={period}
        onChange={(chosen) =>
          onChange({
            period: periods.find((each) => each === chosen),
            from: shown?.from ?? undefined,
            to: shown?.to ?? undefined,
          })
        }
      />
      {isAdministrator && (
        <ManagerChip manager={manager} onChange={(chosen) => onChange({ manager: chosen })} />
      )}
      <TagChip tag={tag} onChange={(chosen) => onChange({ tag: chosen })} />
      <InterviewChip interview={interview} onChange={(chosen) => onChange({ interview: chosen })} />
      {period === "own" && (
        <>
          <ChipDay label={t("overview.period.from")} day={from} onChange={(day) => onChange({ from: day })} />
          <ChipDay label={t("overview.period.to")} day={to} onChange={(day) => onChange({ to: day })} />
        </>
      )}
    </FilterBar>
  );
}
