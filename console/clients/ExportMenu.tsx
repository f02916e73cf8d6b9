import { Icon } from "../../web/ui/Icon.tsx";
import { t } from "../translate.ts";
import { DropDown } from "../ui/menu/DropDown.tsx";
import { ExportLinks } from "./ExportLinks.tsx";

/** The menu for exporting all the manager's clients. */
export function ExportMenu() {
  return (
    <DropDown name={t("clients.export")} icon={<Icon name="download" />}>
      {() => <ExportLinks />}
    </DropDown>
  );
}
