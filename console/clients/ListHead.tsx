import { type RefObject, useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { ClientList } from "#contract/manage/clients.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { usePageTitle } from "../ui/use-page-title.ts";
import { usePhone } from "../ui/use-phone.ts";
import { ColumnMenu } from "./columns/ColumnMenu.tsx";
import type { Columns } from "./columns/use-columns.ts";
import { ExportMenu } from "./ExportMenu.tsx";
import { FilterChips } from "./filters/FilterChips.tsx";
import { SearchField } from "./filters/SearchField.tsx";
import { StateTabs } from "./filters/StateTabs.tsx";
import styles from "./ListHead.module.css";
import type { useClientQuery } from "./use-client-query.ts";
import { useView } from "./views/use-views.ts";
import { ViewActs } from "./views/ViewActs.tsx";

type ListHeadProps = {
  me: CurrentManager;
  query: ReturnType<typeof useClientQuery>;
  columns: Columns;
  counts: ClientList["counts"] | undefined;
  search: RefObject<HTMLInputElement | null>;
  onAdd: () => void;
  onImport: () => void;
  onLeaveSearch: () => void;
};

/** The sticky head of the list: title, search, filters and actions. */
export function ListHead(props: ListHeadProps) {
  const { me, query, columns, counts, search, onAdd, onImport, onLeaveSearch } = props;
  const { selection, viewId, change } = query;
  const view = useView(viewId);
  const title = view?.name ?? t(`rail.filter.${selection.filter}`);
  // on a phone only, where a button opens the filters
  const [isOpen, setIsOpen] = useState(false);
  const isPhone = usePhone();
  const importButton = (
    <Button size="small" onClick={onImport}>
      {t("clients.import")}
    </Button>
  );
  usePageTitle(title);
  return (
    <div className={styles.head}>
      <div className={styles.top}>
        <h1 className={styles.title}>
          <bdi>{title}</bdi>
        </h1>
        <span className={styles.filter}>
          <Button
            variant="quiet"
            iconOnly
            icon="menu"
            label={t("clients.filters")}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          />
        </span>
        <SearchField
          field={search}
          value={selection.search}
          onChange={(words) => change({ search: words })}
          onLeave={onLeaveSearch}
        />
        {!isPhone && importButton}
        {isPhone ? (
          <Button variant="quiet" iconOnly icon="plus" label={t("clients.add")} onClick={onAdd} />
        ) : (
          <Button size="small" variant="primary" icon="plus" onClick={onAdd}>
            {t("clients.add")}
          </Button>
        )}
      </div>
      <div className={styles.tabs}>
        <StateTabs state={selection.state} counts={counts} onChange={change} />
      </div>
      <div className={styles.chips} data-open={isOpen ? "" : undefined}>
        <FilterChips me={me} selection={selection} onChange={change} />
        <span className={styles.acts}>
          {isPhone && importButton}
          <ExportMenu />
          {!isPhone && <ColumnMenu columns={columns} />}
          <ViewActs me={me} selection={selection} columns={columns} view={view} />
        </span>
      </div>
    </div>
  );
}
