import type { ComponentProps, MouseEvent, ReactNode } from "react";
import styles from "./Button.module.css";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-paths.ts";

type Look = {
  variant?: "primary" | "secondary" | "quiet" | "danger" | "talk" | "on";
  size?: "normal" | "small";
  busy?: boolean;
};
type WithWords = { iconOnly?: false; icon?: IconName; label?: never; children: ReactNode };
type WithIconOnly = { iconOnly: true; icon: IconName; label: string; children?: never };

type ButtonProps = Omit<ComponentProps<"button">, "children" | "className"> &
  Look &
  (WithWords | WithIconOnly);

export function Button(props: ButtonProps) {
  const {
    variant = "secondary",
    size = "normal",
    busy = false,
    iconOnly,
    icon,
    label,
    children,
    ...rest
  } = props;

  // a busy button is not `disabled`, which would lose the keyboard focus
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else rest.onClick?.(event);
  };

  return (
    <button
      type="button"
      {...(iconOnly ? { "aria-label": label, title: label } : {})}
      {...rest}
      {...(busy ? { "aria-disabled": true, "aria-busy": true } : {})}
      className={styles.button}
      data-variant={variant}
      data-size={size}
      data-icon-only={iconOnly ? "" : undefined}
      onClick={press}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {icon && !busy && <Icon name={icon} />}
      {children}
    </button>
  );
}
