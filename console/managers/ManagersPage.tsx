import { useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { PageTitle } from "../ui/PageTitle.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { AddManagerDialog } from "./AddManagerDialog.tsx";
import { ManagerTable } from "./ManagerTable.tsx";
import { useManagers } from "./use-managers.ts";

type ManagersPageProps = { me: CurrentManager };

/** The accounts of the console, for administrators. */
export function ManagersPage({ me }: ManagersPageProps) {
  const query = useManagers();
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setIsAdding(true)}>
      {t("managers.add")}
    </Button>
  );
  return (
    <>
      <PageTitle title={t("managers.title")} actions={add} />
      <QueryView query={query} shape="table">
        {(managers) => <ManagerTable managers={managers} me={me} />}
      </QueryView>
      {isAdding && <AddManagerDialog me={me} onClose={() => setIsAdding(false)} />}
    </>
  );
}
