import { t } from "../../translate.ts";
import { ChipSelect } from "../../ui/chips/ChipSelect.tsx";
import { useTags } from "../use-tags.ts";

type TagChipProps = { tag: string | undefined; onChange: (tag: string | undefined) => void };

export function TagChip({ tag, onChange }: TagChipProps) {
  const tags = useTags();
  return (
    <ChipSelect
      label={t("clients.chip.tag")}
      options={[
        { value: "", label: t("clients.chip.anyTag") },
        ...tags.map(({ tagId, name }) => ({ value: tagId, label: name })),
      ]}
      value={tag ?? ""}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}
