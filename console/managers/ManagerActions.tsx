import type { Manager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";

type ManagerActionsProps = { manager: Manager; onChange: () => void };

export function ManagerActions({ manager, onChange }: ManagerActionsProps) {
  return (
    <Button size="small" icon="pencil" onClick={onChange}>
      {t("managers.change")}
      <span className="visually-hidden"> {manager.name}</span>
    </Button>
  );
}
