import { useRef } from "react";
import { ToastCard } from "./ToastCard.tsx";
import styles from "./Toasts.module.css";
import type { Toast } from "./toasts.ts";
import { useRoomForToasts } from "./use-room-for-toasts.ts";

type ToastsProps = {
  toasts: readonly Toast[];
  label: string;
  closeLabel: string;
  onDismiss: (id: string) => void;
};

/** Always rendered, even when empty: screen readers announce only what enters an existing live region. */
export function Toasts({ toasts, label, closeLabel, onDismiss }: ToastsProps) {
  const region = useRef<HTMLElement>(null);
  useRoomForToasts(region, toasts.length);
  const urgent = toasts.filter(({ type }) => type === "error" || type === "warning");
  const calm = toasts.filter(({ type }) => type === "success" || type === "info");
  const card = (toast: Toast) => (
    <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} onDismiss={onDismiss} />
  );
  return (
    <section ref={region} className={styles.toasts} aria-label={label} popover="manual">
      <div className={styles.stack}>{urgent.map(card)}</div>
      <div className={styles.stack} aria-live="polite" aria-relevant="additions">
        {calm.map(card)}
      </div>
    </section>
  );
}
