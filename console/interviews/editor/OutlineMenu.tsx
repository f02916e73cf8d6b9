import { textIn } from "#contract/manage/interview-draft/draft.ts";
import { t } from "../../translate.ts";
import { Drawing } from "../../ui/Drawing.tsx";
import { DropDown } from "../../ui/menu/DropDown.tsx";
import { Menu } from "../../ui/menu/Menu.tsx";
import { MenuItem } from "../../ui/menu/MenuItem.tsx";
import type { OutlineActs } from "./Outline.tsx";
import { movedBy, type Part, placeOfCard } from "./outline-moves.ts";
import { useEditor } from "./use-editor.ts";

type OutlineMenuProps = OutlineActs & { part: Part; name: string };

/** What can be done with a section or a question. */
export function OutlineMenu({ part, name, ...acts }: OutlineMenuProps) {
  const { draft, language } = useEditor();
  const label = t("editor.more", { name });
  const place = part.kind === "card" ? placeOfCard(draft, part.id) : undefined;
  const others = place ? draft.sections.filter(({ id }) => id !== place.sectionId) : [];
  return (
    <DropDown name={label} icon={<Drawing name="dots" />} hasMenu isIconOnly>
      {(close) => {
        const item = (words: string, act: () => void, isDisabled = false) => (
          <MenuItem
            name={words}
            isDisabled={isDisabled}
            onPress={() => {
              close();
              act();
            }}
          />
        );
        return (
          <Menu label={label}>
            {item(t("editor.moveUp"), () => acts.onMove(part, -1), !movedBy(draft, part, -1))}
            {item(t("editor.moveDown"), () => acts.onMove(part, 1), !movedBy(draft, part, 1))}
            {others.map((section) => (
              <MenuItem
                key={section.id}
                name={t("editor.moveTo", { name: textIn(section.name, language) || t("editor.untitled") })}
                onPress={() => {
                  close();
                  acts.onMoveTo(part.id, section.id);
                }}
              />
            ))}
            {part.kind === "card" && item(t("editor.addAfter"), () => acts.onAddCard("", part.id))}
            {item(t("editor.duplicate"), () => acts.onDuplicate(part))}
            {item(t("editor.delete"), () => acts.onDelete(part))}
          </Menu>
        );
      }}
    </DropDown>
  );
}
