import type { BulkAction } from "#contract/manage/bulk.ts";
import { InviteDialog } from "../invite/InviteDialog.tsx";
import type { ActDialogProps } from "./ActDialog.tsx";
import { AssignDialog } from "./AssignDialog.tsx";
import { DueDialog } from "./DueDialog.tsx";
import { EraseManyDialog } from "./EraseManyDialog.tsx";
import { TagDialog } from "./TagDialog.tsx";

export type AskingAction = Exclude<BulkAction, "remind" | "approve">;
type BulkDialogProps = ActDialogProps & { action: AskingAction; firstClientId: string };

/** What an act asks for before it starts. Reminding and approving ask for nothing. */
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
    case "erase":
      return <EraseManyDialog {...props} />;
  }
}
