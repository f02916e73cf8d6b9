import type { RefObject } from "react";
import { t } from "../../translate.ts";
import { Drawing } from "../../ui/drawings/Drawing.tsx";
import { KeyboardKey } from "../../ui/KeyboardKey.tsx";
import styles from "./SearchField.module.css";

type SearchFieldProps = {
  field: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (search: string) => void;
  /** Moves the focus into the list. */
  onLeave: () => void;
};

/** Searches names and email addresses as the user types. */
export function SearchField({ field, value, onChange, onLeave }: SearchFieldProps) {
  return (
    <search className={styles.frame}>
      <Drawing name="search" />
      <input
        ref={field}
        className={styles.input}
        type="search"
        aria-label={t("clients.search")}
        placeholder={t("clients.search")}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          onLeave();
        }}
      />
      <KeyboardKey isHint>/</KeyboardKey>
    </search>
  );
}
