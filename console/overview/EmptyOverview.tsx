import { useCounts } from "../clients/use-counts.ts";
import { t } from "../translate.ts";
import { EmptyState } from "../ui/EmptyState.tsx";

/** The overview without any invited client. `isNarrow`: filters or days may leave clients out. */
export function EmptyOverview({ isNarrow }: { isNarrow: boolean }) {
  const hasClients = useCounts()?.filters.all !== 0;
  return <EmptyState>{t(isNarrow && hasClients ? "overview.noneHere" : "overview.none")}</EmptyState>;
}
