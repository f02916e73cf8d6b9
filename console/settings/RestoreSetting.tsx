import { useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import type { AuditedSetting } from "./audited-setting.ts";
import { RestoreDialog } from "./RestoreDialog.tsx";

type RestoreSettingProps = { me: CurrentManager; eventId: string; audited: AuditedSetting };

/** Restores the earlier value in a line of the audit trail. */
export function RestoreSetting({ me, eventId, audited }: RestoreSettingProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t("settings.restore")}
      </Button>
      {isOpen && (
        <RestoreDialog me={me} eventId={eventId} audited={audited} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
