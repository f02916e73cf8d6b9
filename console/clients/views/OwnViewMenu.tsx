import { t } from "../../translate.ts";
import { Drawing } from "../../ui/drawings/Drawing.tsx";
import { DropDown } from "../../ui/menu/DropDown.tsx";
import { Menu } from "../../ui/menu/Menu.tsx";
import { MenuItem } from "../../ui/menu/MenuItem.tsx";

type OwnViewMenuProps = { onAct: (act: "save" | "delete") => void };

/** The actions on a view that the manager may change, besides saving it. */
export function OwnViewMenu({ onAct }: OwnViewMenuProps) {
  return (
    <DropDown name={t("views.more")} icon={<Drawing name="dots" />} hasMenu isIconOnly>
      {(close) => {
        // close first, because the dialog returns the focus to the element that has it now
        const ask = (act: "save" | "delete") => {
          close();
          onAct(act);
        };
        return (
          <Menu label={t("views.more")}>
            <MenuItem name={t("views.save")} onPress={() => ask("save")} />
            <MenuItem name={t("views.delete")} onPress={() => ask("delete")} />
          </Menu>
        );
      }}
    </DropDown>
  );
}
