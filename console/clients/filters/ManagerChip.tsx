import { useManagers } from "../../managers/use-managers.ts";
import { t } from "../../translate.ts";
import { ChipSelect } from "../../ui/chips/ChipSelect.tsx";

type ManagerChipProps = { manager: string | undefined; onChange: (manager: string | undefined) => void };

/** Filters by account manager, for administrators. */
export function ManagerChip({ manager, onChange }: ManagerChipProps) {
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
