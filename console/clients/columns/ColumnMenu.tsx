import { t } from "../../translate.ts";
import { Drawing } from "../../ui/drawings/Drawing.tsx";
import { CheckItem } from "../../ui/menu/CheckItem.tsx";
import { DropDown } from "../../ui/menu/DropDown.tsx";
import { Menu } from "../../ui/menu/Menu.tsx";
import { MenuItem } from "../../ui/menu/MenuItem.tsx";
import type { Columns } from "./use-columns.ts";

/** Chooses the columns besides client and status. */
export function ColumnMenu({ columns }: { columns: Columns }) {
  const { offered, nameOf, chosen, shown, toggle, reset } = columns;
  return (
    <DropDown name={t("columns.title")} icon={<Drawing name="columns" />} hasMenu>
      {() => (
        <Menu label={t("columns.title")}>
          {offered.map((column) => {
            const isChosen = chosen.includes(column);
            return (
              <CheckItem
                key={column}
                name={nameOf(column)}
                note={isChosen && !shown.includes(column) ? t("columns.noRoom") : undefined}
                isChecked={isChosen}
                onToggle={() => toggle(column)}
              />
            );
          })}
          <hr />
          <MenuItem name={t("columns.reset")} isDisabled={reset === undefined} onPress={() => reset?.()} />
        </Menu>
      )}
    </DropDown>
  );
}
