import { Icon } from "../../../web/ui/Icon.tsx";
import { t } from "../../translate.ts";
import styles from "./Chip.module.css";

type ChipRemoveProps = { label: string; value: string; onRemove: () => void };

/** A filter that a link has set. A click removes it. */
export function ChipRemove({ label, value, onRemove }: ChipRemoveProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      data-set=""
      data-removable=""
      title={`${label} ${value}`}
      aria-label={t("clients.chip.remove", { condition: `${label} ${value}` })}
      onClick={onRemove}
    >
      <span>
        {label} <b>{value}</b>
      </span>
      <Icon name="close" />
    </button>
  );
}
