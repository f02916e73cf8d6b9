import { useState } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { ShareDialog } from "./ShareDialog.tsx";

type ShareBriefProps = { clientId: string };

/** A button that creates a link to a client's brief, for somebody without an account. */
export function ShareBrief({ clientId }: ShareBriefProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        <Drawing name="link" />
        {t("share.button")}
      </Button>
      {isOpen && <ShareDialog clientId={clientId} onClose={() => setIsOpen(false)} />}
    </>
  );
}
