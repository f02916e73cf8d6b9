import { t } from "../../translate.ts";
import { MenuItem } from "../../ui/menu/MenuItem.tsx";
import { MenuLink } from "../../ui/menu/MenuLink.tsx";
import { briefAddress, tableAddress } from "./brief-address.ts";

type BriefItemsProps = { clientId: string; onPdf: () => void; close: () => void };

/** Menu items for the brief in each format. */
export function BriefItems({ clientId, onPdf, close }: BriefItemsProps) {
  const printed = () => {
    close();
    onPdf();
  };
  return (
    <>
      <MenuLink name={t("brief.open")} href={briefAddress(clientId, "html")} isOpened onPress={close} />
      <MenuItem name={t("brief.pdf")} onPress={printed} />
      <MenuLink name={t("brief.markdown")} href={briefAddress(clientId, "md")} onPress={close} />
      <MenuLink name={t("brief.table")} href={tableAddress(clientId)} onPress={close} />
      <MenuLink name={t("brief.json")} href={briefAddress(clientId, "json")} onPress={close} />
    </>
  );
}
