import type { ComponentProps } from "react";
import styles from "../../../web/ui/fields/SelectField.module.css";
import { Icon } from "../../../web/ui/Icon.tsx";
import { FieldFrame } from "./FieldFrame.tsx";

type PickFieldProps = Pick<
  ComponentProps<"select">,
  "name" | "defaultValue" | "disabled" | "required" | "autoFocus" | "value" | "onChange"
> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  options: readonly { value: string; label: string }[];
};

/** A select that always has a value. */
export function PickField({ label, hint, error, options, ...rest }: PickFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(attributes) => (
        <div className={styles.frame}>
          <select {...rest} {...attributes} className={styles.select}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </FieldFrame>
  );
}
