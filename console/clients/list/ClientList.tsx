import type { RefObject } from "react";
import { currentLanguage } from "../../../web/ui/language/spoken-language.ts";
import { useQuestionTitles } from "../../interviews/use-interviews.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import { useNow } from "../../ui/time/use-now.ts";
import type { Columns } from "../columns/use-columns.ts";
import type { ChosenClients, ChosenClientsChange } from "../selection.ts";
import type { useClientQuery } from "../use-client-query.ts";
import { ClientCards } from "./ClientCards.tsx";
import styles from "./ClientList.module.css";
import { ClientTable } from "./ClientTable.tsx";
import { EmptyClientList } from "./EmptyClientList.tsx";
import type { useClientList } from "./use-client-list.ts";
import { useLineActs } from "./use-line-acts.ts";

type ClientListProps = {
  /** The element around the clients, whose width determines how many columns fit. */
  frame: RefObject<HTMLDivElement | null>;
  list: ReturnType<typeof useClientList>;
  query: ReturnType<typeof useClientQuery>;
  columns: Columns;
  chosen: ChosenClients;
  choose: (choice: ChosenClientsChange) => void;
  /** Selects all loaded clients, or clears the selection. */
  onChooseShown: () => void;
};

/** The matching clients, as a table or, on a phone, as cards. */
export function ClientList(props: ClientListProps) {
  const { frame, list, query, columns, chosen, choose, onChooseShown } = props;
  const { listed, lines, ids, isPhone } = list;
  const titles = useQuestionTitles();
  const now = useNow();
  const acts = useLineActs({ ids, choose, onOpen: list.open, onFocus: list.setActiveId });
  const shared = { pieces: lines.pieces, chosen, titles, now, isWaiting: listed.isPlaceholderData, acts };
  return (
    <div ref={frame} className={styles.list}>
      <QueryView query={listed} shape="clients">
        {({ clients, total }) =>
          clients.length === 0 ? (
            <EmptyClientList selection={query.selection} />
          ) : (
            // the memoized rows would keep text in the former language
            <div key={currentLanguage()} ref={lines.frame} className={styles.frame}>
              {isPhone ? (
                <ClientCards
                  {...shared}
                  clients={clients}
                  total={total}
                  onChoose={(id) => choose({ kind: "toggle", id })}
                />
              ) : (
                <ClientTable
                  {...shared}
                  clients={clients}
                  total={total}
                  active={list.active}
                  selection={query.selection}
                  columns={columns.shown}
                  isTight={columns.isTight}
                  onSort={query.change}
                  onChooseAll={onChooseShown}
                />
              )}
            </div>
          )
        }
      </QueryView>
    </div>
  );
}
