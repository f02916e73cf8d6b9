import { useOpenDialog } from "../use-actions.ts";
import { KeyDialog } from "./KeyDialog.tsx";
import { LogoutDialog } from "./LogoutDialog.tsx";
import { MissingDialog } from "./MissingDialog.tsx";
import { SessionsDialog } from "./SessionsDialog.tsx";

/** At most one dialog is open. */
export function Dialogs() {
  const open = useOpenDialog();
  switch (open?.kind) {
    case "missing":
      return <MissingDialog />;
    case "logout":
      return <LogoutDialog />;
    case "sessions":
      return <SessionsDialog />;
    case "key":
      return <KeyDialog reason={open.reason} unfinished={open.unfinished} />;
    default:
      return null;
  }
}
