import type { Me } from "#contract/manage/accounts.ts";
import { type ClientSelection, dueFilters } from "#contract/manage/clients.ts";
import { useManagers } from "../managers/use-managers.ts";
import { t } from "../translate.ts";
import { ChipSelect } from "./ChipSelect.tsx";
import styles from "./FilterChips.module.css";
import type { useClientQuery } from "./use-client-query.ts";
import { useTags } from "./use-tags.ts";

type FilterChipsProps = {
  me: Me;
  selection: ClientSelection;
  onChange: ReturnType<typeof useClientQuery>["change"];
};

/** Further conditions of the list. */
export function FilterChips({ me, selection, onChange }: FilterChipsProps) {
  const { manager, tag, due } = selection;
  const tags = useTags();
  return (
    <div className={styles.chips}>
      {me.role === "administrator" && (
        <ManagerChip manager={manager} onChange={(chosen) => onChange({ manager: chosen })} />
      )}
      <ChipSelect
        label={t("clients.chip.tag")}
        options={[
          { value: "", label: t("clients.chip.anyTag") },
          ...tags.map(({ tagId, name }) => ({ value: tagId, label: name })),
        ]}
        value={tag ?? ""}
        onChange={(chosen) => onChange({ tag: chosen || undefined })}
      />
      <ChipSelect
        label={t("clients.chip.due")}
        options={[
          { value: "", label: t("clients.chip.anyTime") },
          ...dueFilters.map((value) => ({ value, label: t(`clients.due.${value}`) })),
        ]}
        value={due ?? ""}
        onChange={(chosen) => onChange({ due: dueFilters.find((each) => each === chosen) })}
      />
    </div>
  );
}

type ManagerChipProps = { manager: string | undefined; onChange: (manager: string | undefined) => void };

function ManagerChip({ manager, onChange }: ManagerChipProps) {
  const { data: managers = [] } = useManagers();
  const options = [
    { value: "", label: t("clients.chip.anyone") },
    { value: "me", label: t("clients.chip.me") },
    { value: "nobody", label: t("clients.nobody") },
    ...managers.map(({ managerId, name }) => ({ value: managerId, label: name })),
  ];
  return (
    <ChipSelect
      label={t("clients.chip.manager")}
      options={options}
      value={manager ?? ""}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}
