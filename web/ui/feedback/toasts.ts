import { createStore, type StoreApi } from "zustand/vanilla";
import {
  TOAST_APPEAR_MS,
  TOAST_DURATION_MS,
  TOAST_ERROR_DURATION_MS,
  TOAST_FADE_MS,
} from "#contract/limits.ts";

export type ToastType = "success" | "error" | "info" | "warning";

/** A notification (spec, data model); `duration` is in milliseconds, counted from its appearance. */
export type Toast = {
  id: string;
  type: ToastType;
  title: string;
  message: string;
  /** The cause, if that helps. */
  detail?: string;
  /** The action that the toast reports on. The next toast about the same action replaces this one. */
  about?: string;
  duration: number;
  phase: "entering" | "shown" | "leaving";
};

export type NewToast = Pick<Toast, "type" | "title" | "message" | "detail" | "about"> & { duration?: number };

/** More toasts would cover what the client works on. */
const SHOWN_AT_MOST = 2;

/** The clock and the source of ids, passed in so that tests can control them. */
type ToastTimers = {
  setTimeout: (run: () => void, afterMs: number) => number;
  clearTimeout: (timer: number) => void;
  newId: () => string;
};

export type ToastQueue = {
  /** Oldest first. */
  toasts: readonly Toast[];
  /** Returns the new toast's id. */
  add: (toast: NewToast) => string;
  /** Starts the fade-out; a toast that is already fading or gone is left alone. */
  dismiss: (id: string) => void;
};

export function createToasts(timers: ToastTimers): StoreApi<ToastQueue> {
  // called without an object: a browser's setTimeout refuses any `this` but the window
  const { setTimeout, clearTimeout, newId } = timers;
  const pending = new Map<string, number>();

  return createStore<ToastQueue>((set, get) => {
    const after = (id: string, ms: number, run: () => void) => pending.set(id, setTimeout(run, ms));

    const show = (toast: Toast) => {
      set((state) => inPhase(state, toast.id, "shown"));
      after(toast.id, toast.duration, () => get().dismiss(toast.id));
    };

    const remove = (id: string) => {
      pending.delete(id);
      set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
    };

    const drop = (id: string) => {
      const timer = pending.get(id);
      if (timer !== undefined) clearTimeout(timer);
      remove(id);
    };

    return {
      toasts: [],
      add: (asked) => {
        const toast: Toast = {
          duration: usualDuration(asked.type),
          ...asked,
          id: newId(),
          phase: "entering",
        };
        for (const { id } of displacedBy(toast, get().toasts)) drop(id);
        set(({ toasts }) => ({ toasts: [...toasts, toast] }));
        after(toast.id, TOAST_APPEAR_MS, () => show(toast));
        return toast.id;
      },
      dismiss: (id) => {
        const toast = get().toasts.find((each) => each.id === id);
        if (!toast || toast.phase === "leaving") return;
        const timer = pending.get(id);
        if (timer !== undefined) clearTimeout(timer);
        set((state) => inPhase(state, id, "leaving"));
        after(id, TOAST_FADE_MS, () => remove(id));
      },
    };
  });
}

/**
 * The toasts that a new one displaces: those about the same action, equal ones, and one too many. Errors stay longest.
 */
function displacedBy(next: Toast, toasts: readonly Toast[]): Toast[] {
  const isReplaced = (toast: Toast) =>
    (toast.about !== undefined && toast.about === next.about) || isEqual(toast, next);
  const others = toasts.filter((toast) => !isReplaced(toast));
  const byWorth = others.toSorted((one, other) => Number(isError(one)) - Number(isError(other)));
  return [...toasts.filter(isReplaced), ...byWorth.slice(0, Math.max(0, others.length - SHOWN_AT_MOST + 1))];
}

function isEqual(one: Toast, other: Toast): boolean {
  return one.title === other.title && one.message === other.message;
}

function isError({ type }: Toast): boolean {
  return type === "error" || type === "warning";
}

function usualDuration(type: ToastType): number {
  return type === "error" ? TOAST_ERROR_DURATION_MS : TOAST_DURATION_MS;
}

function inPhase({ toasts }: ToastQueue, id: string, phase: Toast["phase"]): Pick<ToastQueue, "toasts"> {
  return { toasts: toasts.map((toast) => (toast.id === id ? { ...toast, phase } : toast)) };
}
