import { useState } from "react";
import { useLocation } from "wouter";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { ClientSelection } from "#contract/manage/clients.ts";
import type { SavedView } from "#contract/manage/views.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import type { Columns } from "../columns/use-columns.ts";
import { listAddress, paramsOf } from "../use-client-query.ts";
import { DeleteViewDialog } from "./DeleteViewDialog.tsx";
import { OwnViewMenu } from "./OwnViewMenu.tsx";
import { SaveViewChanges } from "./SaveViewChanges.tsx";
import { SaveViewDialog } from "./SaveViewDialog.tsx";
import { mayChange } from "./use-views.ts";

type ViewActsProps = {
  me: CurrentManager;
  selection: ClientSelection;
  columns: Columns;
  /** The current saved view. */
  view: SavedView | undefined;
};

/** Saves the current filters and columns as a view or in the current view, or deletes the view. */
export function ViewActs({ me, selection, columns, view }: ViewActsProps) {
  const [asked, setAsked] = useState<"save" | "delete">();
  const [, navigate] = useLocation();
  const close = () => setAsked(undefined);
  const isSaved =
    view && !columns.isChanged && String(paramsOf(selection)) === String(paramsOf(view.selection));
  const ownView = view && mayChange(view, me) ? view : undefined;
  return (
    <>
      {ownView && !isSaved && (
        <SaveViewChanges view={ownView} selection={selection} columns={columns.chosen} />
      )}
      {ownView && <OwnViewMenu onAct={setAsked} />}
      {!ownView && !isSaved && (
        <Button variant="quiet" size="small" onClick={() => setAsked("save")}>
          {t("views.save")}
        </Button>
      )}
      {asked === "save" && (
        <SaveViewDialog
          me={me}
          selection={selection}
          columns={columns.chosen}
          onClose={close}
          onSaved={(saved) => {
            close();
            navigate(listAddress(selection, saved), { replace: true });
          }}
        />
      )}
      {asked === "delete" && view && (
        <DeleteViewDialog
          view={view}
          onClose={close}
          onDeleted={() => {
            close();
            navigate("/", { replace: true });
          }}
        />
      )}
    </>
  );
}
