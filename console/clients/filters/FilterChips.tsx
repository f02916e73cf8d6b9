import type { CurrentManager } from "#contract/manage/accounts.ts";
import { type ClientSelection, dueFilters } from "#contract/manage/clients.ts";
import { t } from "../../translate.ts";
import { ChipSelect } from "../../ui/chips/ChipSelect.tsx";
import type { useClientQuery } from "../use-client-query.ts";
import { FieldChip } from "./FieldChip.tsx";
import styles from "./FilterChips.module.css";
import { FurtherConditions } from "./FurtherConditions.tsx";
import { InterviewChip } from "./InterviewChip.tsx";
import { ManagerChip } from "./ManagerChip.tsx";
import { TagChip } from "./TagChip.tsx";

type FilterChipsProps = {
  me: CurrentManager;
  selection: ClientSelection;
  onChange: ReturnType<typeof useClientQuery>["change"];
};

/** The filters of the list besides search and state. */
export function FilterChips({ me, selection, onChange }: FilterChipsProps) {
  const { manager, tag, interview, due, field } = selection;
  return (
    <div className={styles.chips}>
      {me.role === "administrator" && (
        <ManagerChip manager={manager} onChange={(chosen) => onChange({ manager: chosen })} />
      )}
      <TagChip tag={tag} onChange={(chosen) => onChange({ tag: chosen })} />
      <InterviewChip interview={interview} onChange={(chosen) => onChange({ interview: chosen })} />
      <ChipSelect
        label={t("clients.chip.due")}
        options={[
          { value: "", label: t("clients.chip.anyTime") },
          ...dueFilters.map((value) => ({ value, label: t(`clients.due.${value}`) })),
        ]}
        value={due ?? ""}
        onChange={(chosen) => onChange({ due: dueFilters.find((each) => each === chosen) })}
      />
      <FieldChip field={field} onChange={(chosen) => onChange({ field: chosen })} />
      <FurtherConditions selection={selection} onChange={onChange} />
    </div>
  );
}
