import { useActions, useDevices, useOpenDialog, useSession } from "../use-actions.ts";
import { KeyDialog } from "./KeyDialog.tsx";
import { LogoutDialog } from "./LogoutDialog.tsx";
import { MissingDialog } from "./MissingDialog.tsx";

/** At most one dialog is open. */
export function Dialogs() {
  const open = useOpenDialog();
  const session = useSession();
  const devices = useDevices();
  const { closeDialog, follow } = useActions();
  switch (open?.kind) {
    case "missing":
      return <MissingDialog />;
    case "logout":
      return <LogoutDialog />;
    case "sessions":
      return devices && <devices.SessionsDialog session={session} onClose={closeDialog} />;
    case "hand-over":
      return devices && <devices.HandOverDialog session={session} onMade={follow} onClose={closeDialog} />;
    case "key":
      return <KeyDialog reason={open.reason} unfinished={open.unfinished} />;
    default:
      return null;
  }
}
