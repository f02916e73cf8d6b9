import { type KeyboardEvent, useId, useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { useModal } from "../../web/ui/use-modal.ts";
import { t } from "../translate.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { KeyboardKey } from "../ui/KeyboardKey.tsx";
import styles from "./Palette.module.css";
import { PaletteGroup } from "./PaletteGroup.tsx";
import { closePalette } from "./palette-store.ts";
import { type PaletteItem, SEARCH_ITEM, usePaletteItems } from "./use-palette-items.ts";

/** The command palette: finds pages, clients, and actions on the selected clients. */
export function Palette({ me }: { me: CurrentManager }) {
  const dialog = useModal();
  const id = useId();
  const [query, setQuery] = useState("");
  const [place, setPlace] = useState(0);
  const { groups, isSearching } = usePaletteItems(me, query);
  const items = groups.flatMap((group) => group.items);
  const current = items[Math.min(place, items.length - 1)];

  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    closePalette();
    item.run();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      return run(items.find((item) => item.id === SEARCH_ITEM));
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isAgain = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (step === undefined && event.key !== "Enter" && !isAgain) return;
    event.preventDefault();
    if (isAgain) closePalette();
    else if (step === undefined) run(current);
    else
      setPlace(
        (from) => (Math.min(from, items.length - 1) + step + items.length) % Math.max(1, items.length),
      );
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, Esc closes the dialog
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t("rail.jump")}
      onClick={(event) => event.target === event.currentTarget && closePalette()}
      onCancel={closePalette}
      onClose={(event) => !event.currentTarget.open && closePalette()}
    >
      <div className={styles.field}>
        <Drawing name="search" />
        <input
          type="text"
          className={styles.input}
          role="combobox"
          aria-label={t("rail.jump")}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && `${id}-${current.id}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={t("palette.placeholder")}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={press}
          data-autofocus=""
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t("palette.found")} className={styles.list}>
        {groups.map((group) => (
          <PaletteGroup key={group.id} id={id} group={group} query={query} current={current} onRun={run} />
        ))}
      </div>
      <p className={styles.none} role="status">
        {items.every(({ id: item }) => item === SEARCH_ITEM) && !isSearching && t("palette.none")}
      </p>
      <p className={styles.keys} aria-hidden="true">
        <span>
          <KeyboardKey>↑</KeyboardKey> <KeyboardKey>↓</KeyboardKey> {t("palette.choose")}
        </span>
        <span>
          <KeyboardKey>Enter</KeyboardKey> {t("palette.run")}
        </span>
        <span>
          <KeyboardKey>Tab</KeyboardKey> {t("palette.tab")}
        </span>
        <span>
          <KeyboardKey>Esc</KeyboardKey> {t("palette.close")}
        </span>
      </p>
    </dialog>
  );
}
