import { textIn } from "#contract/manage/interview-draft/draft.ts";
import { t } from "../../../translate.ts";
import { Drawing } from "../../../ui/drawings/Drawing.tsx";
import { DropDown } from "../../../ui/menu/DropDown.tsx";
import { Menu } from "../../../ui/menu/Menu.tsx";
import { MenuItem } from "../../../ui/menu/MenuItem.tsx";
import { useEditor } from "../use-editor.ts";
import type { OutlineActs } from "./Outline.tsx";
import { movedBy, type OutlineItem, placeOfCard } from "./outline-moves.ts";

type OutlineMenuProps = { part: OutlineItem; name: string; acts: OutlineActs };

/** The menu of actions on a section or question. */
export function OutlineMenu({ part, name, acts }: OutlineMenuProps) {
  const label = t("editor.more", { name });
  return (
    <DropDown name={label} icon={<Drawing name="dots" />} hasMenu isIconOnly>
      {(close) => (
        <Menu label={label}>
          <Items part={part} acts={acts} close={close} />
        </Menu>
      )}
    </DropDown>
  );
}

type ItemsProps = Omit<OutlineMenuProps, "name"> & { close: () => void };

/** Rendered only while the menu is open, because the items depend on the whole draft. */
function Items({ part, acts, close }: ItemsProps) {
  const { newest, language } = useEditor();
  const draft = newest();
  const place = part.kind === "card" ? placeOfCard(draft, part.id) : undefined;
  const others = place ? draft.sections.filter(({ id }) => id !== place.sectionId) : [];
  const item = (key: string, words: string, act: () => void, isDisabled = false) => (
    <MenuItem
      key={key}
      name={words}
      isDisabled={isDisabled}
      onPress={() => {
        close();
        act();
      }}
    />
  );
  return (
    <>
      {item("up", t("editor.moveUp"), () => acts.onMove(part, -1), !movedBy(draft, part, -1))}
      {item("down", t("editor.moveDown"), () => acts.onMove(part, 1), !movedBy(draft, part, 1))}
      {others.map(({ id, name }) => {
        const words = t("editor.moveTo", { name: textIn(name, language) || t("editor.untitled") });
        return item(id, words, () => acts.onMoveTo(part.id, id));
      })}
      {part.kind === "card" && item("add", t("editor.addAfter"), () => acts.onAddCard("", part.id))}
      {item("duplicate", t("editor.duplicate"), () => acts.onDuplicate(part))}
      {item("delete", t("editor.delete"), () => acts.onDelete(part))}
    </>
  );
}
