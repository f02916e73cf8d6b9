import { useStore } from "zustand";
import { useDraft } from "../../draft/use-draft.ts";
import { useVisibleInterview } from "../use-visible-interview.ts";
import { useActions, useDevices, useOpenDialog, useSession, useWorkspace } from "../workspace/use-actions.ts";
import { KeyDialog } from "./KeyDialog.tsx";
import { LogoutDialog } from "./LogoutDialog.tsx";
import { MissingDialog } from "./MissingDialog.tsx";

/** Asks someone for answers; the open section is selected first. */
function LazyHelpersDialog({ onClose }: { onClose: () => void }) {
  const { sections } = useVisibleInterview();
  const sectionId = useDraft((state) => state.draft.sectionId);
  const helpers = useStore(useWorkspace().helpers.store, ({ module }) => module);
  const session = useSession();
  return helpers && <helpers.HelpersDialog {...{ session, sections, sectionId, onClose }} />;
}

/** At most one dialog is open. */
export function Dialogs() {
  const open = useOpenDialog();
  const session = useSession();
  const devices = useDevices();
  const { helping } = useWorkspace();
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
    case "helpers":
      return <LazyHelpersDialog onClose={closeDialog} />;
    case "key":
      return helping ? (
        <helping.SignedOutDialog />
      ) : (
        <KeyDialog reason={open.reason} unfinished={open.unfinished} />
      );
    default:
      return null;
  }
}
