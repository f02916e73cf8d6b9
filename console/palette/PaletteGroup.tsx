import { StateRing } from "../clients/StateRing.tsx";
import { t } from "../translate.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { useScrollIntoView } from "../ui/focus/use-scroll-into-view.ts";
import { KeyboardKey } from "../ui/KeyboardKey.tsx";
import styles from "./Palette.module.css";
import type { PaletteItem, PaletteItems } from "./use-palette-items.ts";

type PaletteGroupProps = {
  /** The palette's element ID, the prefix of the items' IDs. */
  id: string;
  group: PaletteItems;
  query: string;
  current: PaletteItem | undefined;
  onRun: (item: PaletteItem) => void;
};

export function PaletteGroup({ id, group, query, current, onRun }: PaletteGroupProps) {
  const titleId = `${id}-${group.id}-title`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and no fieldsets
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} className={styles.title}>
        {group.title}
      </p>
      {group.items.map((item) => (
        <Item
          key={item.id}
          id={`${id}-${item.id}`}
          item={item}
          query={query}
          isCurrent={item.id === current?.id}
          onRun={() => onRun(item)}
        />
      ))}
    </div>
  );
}

type ItemProps = { id: string; item: PaletteItem; query: string; isCurrent: boolean; onRun: () => void };

function Item({ id, item, query, isCurrent, onRun }: ItemProps) {
  const element = useScrollIntoView<HTMLDivElement>(isCurrent);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the current option is named by aria-activedescendant
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={styles.item}
      onClick={onRun}
    >
      <Drawing name={item.drawing} />
      <span className={styles.name}>
        <QueryHighlight text={item.name} query={query} />
      </span>
      {item.state && (
        <span className={styles.state}>
          <StateRing state={item.state} />
          {t(`clients.state.${item.state}`)}
        </span>
      )}
      {item.letter && <KeyboardKey isHint>{item.letter}</KeyboardKey>}
    </div>
  );
}

/** Highlights the query in a text. */
function QueryHighlight({ text, query }: { text: string; query: string }) {
  const from = query === "" ? -1 : text.toLocaleLowerCase().indexOf(query.trim().toLocaleLowerCase());
  if (from < 0 || query.trim() === "") return <bdi>{text}</bdi>;
  const to = from + query.trim().length;
  return (
    <bdi>
      {text.slice(0, from)}
      <b>{text.slice(from, to)}</b>
      {text.slice(to)}
    </bdi>
  );
}
