import { Button } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import type { IconName } from "../icon-paths.ts";
import styles from "./ToastCard.module.css";
import type { Toast, ToastType } from "./toasts.ts";

const ICONS: Record<ToastType, IconName> = {
  success: "check",
  error: "error",
  info: "info",
  warning: "warning",
};

type ToastCardProps = { toast: Toast; closeLabel: string; onDismiss: (id: string) => void };

export function ToastCard({ toast, closeLabel, onDismiss }: ToastCardProps) {
  const isUrgent = toast.type === "error" || toast.type === "warning";
  return (
    <div
      className={styles.card}
      data-type={toast.type}
      data-phase={toast.phase}
      {...(isUrgent ? { role: "alert" } : {})}
    >
      <span className={styles.icon}>
        <Icon name={ICONS[toast.type]} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{toast.title}</p>
        <p>{toast.message}</p>
        {toast.detail && <p className={styles.detail}>{toast.detail}</p>}
      </div>
      <Button
        variant="quiet"
        size="small"
        iconOnly
        icon="close"
        label={closeLabel}
        onClick={() => onDismiss(toast.id)}
      />
    </div>
  );
}
