import { useRef, useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { AddClientDialog } from "../add-client/AddClientDialog.tsx";
import { AwayLines } from "../away/AwayLines.tsx";
import { type BarAction, BULK_ACTS, BulkBar } from "../bulk/BulkBar.tsx";
import { BulkDialog } from "../bulk/BulkDialog.tsx";
import { BulkProgress } from "../bulk/BulkProgress.tsx";
import { targetOf } from "../bulk/bulk-target.ts";
import { useBulkActs } from "../bulk/use-bulk-acts.ts";
import { ImportDialog } from "../import/ImportDialog.tsx";
import { useMailSetUp } from "../mail/use-mails.ts";
import { usePaletteOffer } from "../palette/use-palette.ts";
import { t } from "../translate.ts";
import styles from "./ClientsPage.module.css";
import { useColumns } from "./columns/use-columns.ts";
import { useContentWidth } from "./columns/use-content-width.ts";
import { ListHead } from "./ListHead.tsx";
import { ClientList } from "./list/ClientList.tsx";
import { ListFoot } from "./list/ListFoot.tsx";
import { focusedLine } from "./list/use-active-line.ts";
import { useClientList } from "./list/use-client-list.ts";
import { useListKeys } from "./list/use-list-keys.ts";
import { choose as chosenAfter, countOf, NOTHING_CHOSEN } from "./selection.ts";
import { useChosenClients } from "./use-chosen-clients.ts";
import { useClientQuery } from "./use-client-query.ts";

type ClientsPageProps = { me: CurrentManager; onHelp: () => void };

/** The list of clients, with filters and bulk actions. */
export function ClientsPage({ me, onHelp }: ClientsPageProps) {
  const query = useClientQuery();
  const { selection } = query;
  const { order: _order, direction: _direction, ...conditions } = selection;
  const [chosen, choose] = useChosenClients(JSON.stringify(conditions));
  const search = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<"add" | "import">();

  // preloads what the dialog for adding a client needs, so that fast typing does not wait
  useMailSetUp();
  const isAdministrator = me.role === "administrator";
  const acts = useBulkActs(() => choose({ kind: "none" }));
  const hasBar = chosen !== NOTHING_CHOSEN || acts.bulk.isFollowing;
  const { element: frame, width } = useContentWidth();
  const columns = useColumns({ me, query, width });
  const list = useClientList({ selection, columns: columns.shown }, hasBar);
  const total = list.listed.data?.total ?? 0;
  const count = countOf(chosen, total);

  /** Acts on the selected clients, or on the focused row if no client is selected. */
  const act = (action: BarAction) => {
    const { isAdministrators } = BULK_ACTS.find((each) => each.action === action) ?? {};
    if (isAdministrators && !isAdministrator) return;
    const id = focusedLine();
    const on = count > 0 || !id ? chosen : chosenAfter(NOTHING_CHOSEN, { kind: "toggle", id });
    const acted = countOf(on, total);
    const firstClientId = list.ids.find((each) => on.ids.has(each) !== on.isAll);
    if (acted > 0 && firstClientId !== undefined)
      acts.act(action, { target: targetOf(on, selection), total: acted, firstClientId });
  };
  const chooseAll = () =>
    choose(list.ids.length < total ? { kind: "all" } : { kind: "these", ids: list.ids });

  useListKeys({
    move(step, isRange) {
      const from = focusedLine();
      const to = list.step(step);
      if (!isRange || to === undefined) return;
      if (chosen.anchor === undefined && from !== undefined) choose({ kind: "toggle", id: from });
      choose({ kind: "range", id: to, lines: list.ids });
    },
    open() {
      const id = focusedLine();
      // links and checkboxes in the row handle Enter themselves
      if (id === undefined || document.activeElement?.matches("a, input")) return false;
      list.open(id);
      return true;
    },
    select() {
      const id = focusedLine();
      if (id !== undefined) choose({ kind: "toggle", id });
    },
    selectAll: chooseAll,
    clear() {
      if (count === 0) return false;
      choose({ kind: "none" });
      return true;
    },
    act,
    search: () => search.current?.select(),
  });
  usePaletteOffer(
    count === 0
      ? undefined
      : {
          title: t("palette.acts", { count }),
          acts: BULK_ACTS.filter(({ isAdministrators }) => isAdministrator || !isAdministrators).map(
            ({ action, name, drawing, letter }) => ({
              id: action,
              name: t(name),
              drawing,
              letter,
              run: () => act(action),
            }),
          ),
        },
  );

  return (
    <div className={styles.page} data-has-bar={count > 0 || acts.bulk.isFollowing ? "" : undefined}>
      <AwayLines me={me} />
      <ListHead
        me={me}
        query={query}
        columns={columns}
        counts={list.listed.data?.counts}
        search={search}
        onAdd={() => setOpened("add")}
        onImport={() => setOpened("import")}
        onLeaveSearch={() => void list.goToPlace(0)}
      />
      <ClientList
        frame={frame}
        list={list}
        query={query}
        columns={columns}
        chosen={chosen}
        choose={choose}
        onChooseShown={() =>
          choose(count >= list.ids.length ? { kind: "none" } : { kind: "these", ids: list.ids })
        }
      />
      <div className={styles.bars}>
        {(acts.bulk.isFollowing || acts.bulk.error) && <BulkProgress of={acts.bulk} />}
        {count > 0 && (
          <BulkBar
            count={count}
            total={total}
            isAdministrator={isAdministrator}
            isBusy={acts.isBusy}
            onAct={act}
            onChooseAll={chooseAll}
            onClose={() => choose({ kind: "none" })}
          />
        )}
      </div>
      <ListFoot total={list.listed.data?.total} onHelp={onHelp} />
      {acts.asked && <BulkDialog {...acts.asked} onClose={acts.cancel} onStarted={acts.started} />}
      {opened === "add" && (
        <AddClientDialog onClose={() => setOpened(undefined)} onStarted={acts.bulk.follow} />
      )}
      {opened === "import" && (
        <ImportDialog onClose={() => setOpened(undefined)} onStarted={acts.bulk.follow} />
      )}
    </div>
  );
}
