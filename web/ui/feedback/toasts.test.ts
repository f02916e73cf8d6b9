import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createToasts } from "./toasts.ts";

const SAVED = { type: "success", title: "Saved", message: "All is safe." } as const;
const FAILED = { type: "error", title: "Failed", message: "Try again." } as const;

function setUp() {
  let count = 0;
  const store = createToasts({
    setTimeout: (run, afterMs) => Number(setTimeout(run, afterMs)),
    clearTimeout: (timer) => clearTimeout(timer),
    newId: () => `toast-${++count}`,
  });
  const phases = () => store.getState().toasts.map((toast) => toast.phase);
  return { ...store.getState(), phases, toasts: () => store.getState().toasts };
}

describe("toasts", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("appears after 0.1 s, stays 4 s and fades for 0.3 s", () => {
    const { add, phases } = setUp();
    add(SAVED);
    expect(phases()).toEqual(["entering"]);
    vi.advanceTimersByTime(99);
    expect(phases()).toEqual(["entering"]);
    vi.advanceTimersByTime(1);
    expect(phases()).toEqual(["shown"]);
    vi.advanceTimersByTime(3_999);
    expect(phases()).toEqual(["shown"]);
    vi.advanceTimersByTime(1);
    expect(phases()).toEqual(["leaving"]);
    vi.advanceTimersByTime(299);
    expect(phases()).toEqual(["leaving"]);
    vi.advanceTimersByTime(1);
    expect(phases()).toEqual([]);
  });

  it("keeps an error for 6 s", () => {
    const { add, phases } = setUp();
    add(FAILED);
    vi.advanceTimersByTime(100 + 5_999);
    expect(phases()).toEqual(["shown"]);
    vi.advanceTimersByTime(1);
    expect(phases()).toEqual(["leaving"]);
  });

  it("keeps a toast for the requested duration", () => {
    const { add, phases, toasts } = setUp();
    add({ ...FAILED, duration: 1_000 });
    expect(toasts()[0]).toMatchObject({ ...FAILED, id: "toast-1", duration: 1_000 });
    vi.advanceTimersByTime(1_100);
    expect(phases()).toEqual(["leaving"]);
  });

  it("fades at once when dismissed, also before it has appeared", () => {
    const { add, dismiss, phases } = setUp();
    const id = add(SAVED);
    dismiss(id);
    expect(phases()).toEqual(["leaving"]);
    vi.advanceTimersByTime(300);
    expect(phases()).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(phases()).toEqual([]);
  });

  it("does not restart the fading when dismissed twice", () => {
    const { add, dismiss, phases } = setUp();
    const id = add(SAVED);
    dismiss(id);
    vi.advanceTimersByTime(200);
    dismiss(id);
    vi.advanceTimersByTime(100);
    expect(phases()).toEqual([]);
  });

  it("keeps several, oldest first, each with its own time", () => {
    const { add, dismiss, toasts } = setUp();
    add(FAILED);
    const second = add(SAVED);
    expect(toasts().map(({ id }) => id)).toEqual(["toast-1", "toast-2"]);
    dismiss(second);
    vi.advanceTimersByTime(300);
    expect(toasts().map(({ id, phase }) => [id, phase])).toEqual([["toast-1", "shown"]]);
  });

  it("replaces the previous outcome of an action with the next one", () => {
    const { add, toasts } = setUp();
    add({ ...FAILED, about: "save" });
    add({ ...SAVED, about: "save" });
    expect(toasts().map(({ title }) => title)).toEqual(["Saved"]);
    vi.advanceTimersByTime(10_000);
    expect(toasts()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not show the same text twice at once, whatever caused it", () => {
    const { add, toasts } = setUp();
    add(SAVED);
    add(FAILED);
    add({ ...SAVED, about: "save" });
    expect(toasts().map(({ id }) => id)).toEqual(["toast-2", "toast-3"]);
    expect(vi.getTimerCount()).toBe(2);
  });

  it("shows two at most, the newest at once, and keeps an unrelated error", () => {
    const { add, toasts } = setUp();
    add(FAILED);
    add(SAVED);
    add({ ...SAVED, title: "Newest" });
    expect(toasts().map(({ title }) => title)).toEqual(["Failed", "Newest"]);
  });

  it("ignores the dismissal of a toast that is gone", () => {
    const { dismiss, phases } = setUp();
    dismiss("toast-9");
    expect(phases()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
