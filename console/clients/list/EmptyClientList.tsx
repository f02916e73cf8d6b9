import type { ClientSelection } from "#contract/manage/clients.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { useGoToSearch } from "../../search/use-answer-search.ts";
import { t } from "../../translate.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { paramsOf } from "../use-client-query.ts";

/** Says why the list is empty, and offers to search in the answers instead. */
export function EmptyClientList({ selection }: { selection: ClientSelection }) {
  const { order: _order, direction: _direction, ...conditions } = selection;
  const goToSearch = useGoToSearch();
  const query = selection.search.trim();
  if (paramsOf(conditions).length === 0) return <EmptyState>{t("clients.none")}</EmptyState>;
  if (query === "") return <EmptyState>{t("clients.noneFound")}</EmptyState>;
  return (
    <EmptyState
      act={
        <Button size="small" onClick={() => goToSearch(query)}>
          {t("palette.searchAnswersFor", { query })}
        </Button>
      }
    >
      {t("clients.noneFoundFor", { query })}
    </EmptyState>
  );
}
