import type { Manager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";

type ChangeManagerButtonProps = { manager: Manager; onChange: () => void };

export function ChangeManagerButton({ manager, onChange }: ChangeManagerButtonProps) {
  return (
    <Button size="small" icon="pencil" onClick={onChange}>
      {t("managers.change")}
      <span className="visually-hidden"> {manager.name}</span>
    </Button>
  );
}
