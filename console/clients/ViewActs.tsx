import { useState } from "react";
import { useLocation } from "wouter";
import type { Me } from "#contract/manage/accounts.ts";
import type { ClientSelection } from "#contract/manage/clients.ts";
import type { View } from "#contract/manage/views.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { DeleteViewDialog } from "./DeleteViewDialog.tsx";
import { SaveViewDialog } from "./SaveViewDialog.tsx";
import { listAddress, paramsOf } from "./use-client-query.ts";

type ViewActsProps = {
  me: Me;
  selection: ClientSelection;
  /** The saved view that is shown. */
  view: View | undefined;
};

/** Saves what is listed under a name, or takes a name away. */
export function ViewActs({ me, selection, view }: ViewActsProps) {
  const [asked, setAsked] = useState<"save" | "delete">();
  const [, navigate] = useLocation();
  const close = () => setAsked(undefined);
  const isSaved = view !== undefined && String(paramsOf(selection)) === String(paramsOf(view.selection));
  const canDelete = view && (!view.isShared || me.role === "administrator");
  return (
    <>
      {canDelete && (
        <Button variant="quiet" size="small" onClick={() => setAsked("delete")}>
          {t("views.delete")}
        </Button>
      )}
      {!isSaved && (
        <Button variant="quiet" size="small" onClick={() => setAsked("save")}>
          {t("views.save")}
        </Button>
      )}
      {asked === "save" && (
        <SaveViewDialog
          me={me}
          selection={selection}
          onClose={close}
          onSaved={({ viewId }) => {
            close();
            navigate(listAddress(selection, viewId), { replace: true });
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
