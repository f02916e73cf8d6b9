import { InviteDialog } from "../invite/InviteDialog.tsx";
import type { ActDialogProps } from "./ActDialog.tsx";
import { AssignDialog } from "./AssignDialog.tsx";
import type { BarAction } from "./BulkBar.tsx";
import { DueDialog } from "./DueDialog.tsx";
import { EraseManyDialog } from "./EraseManyDialog.tsx";
import { ExportManyDialog } from "./ExportManyDialog.tsx";
import { TagDialog } from "./TagDialog.tsx";

export type DialogAction = Exclude<BarAction, "remind" | "approve">;
type BulkDialogProps = ActDialogProps & { action: DialogAction; firstClientId: string };

/** The dialog of an action before it starts. Reminding and approving need no dialog. */
export function BulkDialog({ action, firstClientId, ...props }: BulkDialogProps) {
  switch (action) {
    case "invite":
      return <InviteDialog {...props} firstClientId={firstClientId} />;
    case "assign":
      return <AssignDialog {...props} />;
    case "tag":
      return <TagDialog {...props} />;
    case "due":
      return <DueDialog {...props} />;
    case "export":
      return <ExportManyDialog {...props} />;
    case "erase":
      return <EraseManyDialog {...props} />;
  }
}
