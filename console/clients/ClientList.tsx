import type { RefObject } from "react";
import { spoken } from "../../web/ui/language/spoken-language.ts";
import { useQuestionTitles } from "../interviews/use-interviews.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { useNow } from "../ui/use-now.ts";
import { ClientCards } from "./ClientCards.tsx";
import styles from "./ClientList.module.css";
import { ClientTable } from "./ClientTable.tsx";
import type { Columns } from "./columns/use-columns.ts";
import { NoneFound } from "./NoneFound.tsx";
import type { Choice, Chosen } from "./selection.ts";
import type { useClientList } from "./use-client-list.ts";
import type { useClientQuery } from "./use-client-query.ts";
import { useLineActs } from "./use-line-acts.ts";

type ClientListProps = {
  /** The element around the clients, whose width determines how many columns fit. */
  frame: RefObject<HTMLDivElement | null>;
  list: ReturnType<typeof useClientList>;
  query: ReturnType<typeof useClientQuery>;
  columns: Columns;
  chosen: Chosen;
  choose: (choice: Choice) => void;
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
      <Loaded query={listed} shape="clients">
        {({ clients, total }) =>
          clients.length === 0 ? (
            <NoneFound selection={query.selection} />
          ) : (
            // the memoized rows would keep text in the former language
            <div key={spoken()} ref={lines.frame} className={styles.frame}>
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
      </Loaded>
    </div>
  );
}
