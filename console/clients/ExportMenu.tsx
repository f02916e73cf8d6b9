import { Icon } from "../../web/ui/Icon.tsx";
import { t } from "../translate.ts";
import { DropDown } from "../ui/menu/DropDown.tsx";
import { ExportLinks } from "./ExportLinks.tsx";

/** All of one's clients in a file. */
export function ExportMenu() {
  return (
    <DropDown name={t("clients.export")} icon={<Icon name="download" />}>
      {() => <ExportLinks />}
    </DropDown>
  );
}
