import { useState } from "react";
import type { BarAction } from "./BulkBar.tsx";
import type { DialogAction } from "./BulkDialog.tsx";
import type { BulkTarget } from "./bulk-target.ts";
import { isUnderWay } from "./is-under-way.ts";
import { useBulk } from "./use-bulk.ts";

/** The clients of the action. */
type ActionClients = { target: BulkTarget; total: number; firstClientId: string };
type RequestedAction = ActionClients & { action: DialogAction };

/** Actions that start without a dialog: they need no input and can be undone. */
function needsNoDialog(action: BarAction): action is "remind" | "approve" {
  return action === "remind" || action === "approve";
}

/** Bulk actions: the dialog before an action starts, and the running action. */
export function useBulkActs(onStarted: () => void) {
  const bulk = useBulk();
  const [asked, setAsked] = useState<RequestedAction>();
  const isBusy = bulk.start.isPending || (bulk.bulk !== undefined && isUnderWay(bulk.bulk));

  const started = (bulkId: string) => {
    setAsked(undefined);
    bulk.follow(bulkId);
    onStarted();
  };
  const act = (action: BarAction, on: ActionClients) => {
    if (isBusy) return;
    if (!needsNoDialog(action)) setAsked({ ...on, action });
    else
      bulk.start.mutate({ act: { action }, on: on.target }, { onSuccess: ({ bulkId }) => started(bulkId) });
  };
  return { bulk, isBusy, act, asked, started, cancel: () => setAsked(undefined) };
}
