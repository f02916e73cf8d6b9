import { useState } from "react";
import type { Me } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { AddClientDialog } from "./AddClientDialog.tsx";
import { ClientFilters } from "./ClientFilters.tsx";
import { ClientTable } from "./ClientTable.tsx";
import { ExportLinks } from "./ExportLinks.tsx";
import { ImportDialog } from "./ImportDialog.tsx";
import { MoreClients } from "./MoreClients.tsx";
import { useClientQuery } from "./use-client-query.ts";
import { useClients } from "./use-clients.ts";
import { useQuestionTitles } from "./use-question-titles.ts";

type ClientsPageProps = { me: Me };

/** Who has come how far, and who needs a nudge. */
export function ClientsPage({ me }: ClientsPageProps) {
  const { query, change, keepShown } = useClientQuery();
  const listed = useClients(query);
  const titles = useQuestionTitles();
  const [opened, setOpened] = useState<"add" | "import">();
  const close = () => setOpened(undefined);
  const showMore = async () => {
    const { data, hasNextPage } = await listed.fetchNextPage();
    if (data) keepShown(data.clients.length);
    return !hasNextPage;
  };
  const actions = (
    <>
      <Button onClick={() => setOpened("import")}>{t("clients.import")}</Button>
      <Button variant="primary" icon="plus" onClick={() => setOpened("add")}>
        {t("clients.add")}
      </Button>
    </>
  );
  return (
    <>
      <PageTitle title={t("clients.title")} actions={actions} />
      <ClientFilters query={query} counts={listed.data?.counts} onChange={change} />
      <Loaded query={listed}>
        {({ clients, total, counts }) => (
          <>
            <ClientTable
              clients={clients}
              query={query}
              titles={titles}
              showsManager={me.role === "administrator"}
              onChange={change}
            />
            <MoreClients
              shown={clients.length}
              total={total}
              hasMore={listed.hasNextPage}
              isLoading={listed.isFetchingNextPage}
              onMore={showMore}
            />
            {counts && counts.all > 0 && <ExportLinks />}
          </>
        )}
      </Loaded>
      {opened === "add" && <AddClientDialog onClose={close} />}
      {opened === "import" && <ImportDialog onClose={close} />}
    </>
  );
}
