import type { CurrentManager } from "#contract/manage/accounts.ts";
import { failedIn, useChecks } from "../checks/use-checks.ts";
import { listAddress } from "../clients/use-client-query.ts";
import { useCounts } from "../clients/use-counts.ts";
import { useViewRoom } from "../clients/views/use-view-room.ts";
import { useComingViews } from "../clients/views/use-views.ts";
import { t } from "../translate.ts";
import { ComingRailLinks, RailLink } from "./RailLink.tsx";
import styles from "./RailPages.module.css";
import { FIXED_VIEWS, railPagesFor, SERVER } from "./rail-pages.ts";
import { useRailLocation } from "./use-rail-location.ts";

type RailPagesProps = {
  me: CurrentManager;
  /** Called after a click on a link. */
  onGo?: () => void;
};

/** Links to the client filters, the saved views, and the other pages. */
export function RailPages({ me, onGo = () => undefined }: RailPagesProps) {
  const here = useRailLocation();
  const counts = useCounts();
  const failedChecks = failedIn(useChecks(me).data?.checks);
  const views = useComingViews();
  const room = useViewRoom(views);
  return (
    <div className={styles.places}>
      {FIXED_VIEWS.map(({ filter, drawing, isUrgent, isRare }) => {
        const count = counts?.filters[filter];
        if (isRare && !count && here.filter !== filter) return null;
        return (
          <RailLink
            key={filter}
            to={listAddress({ filter })}
            name={t(`rail.filter.${filter}`)}
            drawing={drawing}
            count={count}
            isUrgent={isUrgent}
            isHere={here.filter === filter}
            onGo={onGo}
          />
        );
      })}
      {room > 0 && <p className={styles.title}>{t("rail.views")}</p>}
      {!views && <ComingRailLinks count={room} />}
      {views?.map((view) => (
        <RailLink
          key={view.viewId}
          to={listAddress(view.selection, view)}
          name={view.name}
          drawing="tag"
          count={counts?.views[view.viewId]}
          isHere={here.viewId === view.viewId}
          onGo={onGo}
        />
      ))}
      <p className={styles.title}>{t("rail.studio")}</p>
      {railPagesFor(me).map(({ to, name, drawing }) => (
        <RailLink
          key={to}
          to={to}
          name={t(name)}
          drawing={drawing}
          count={to === SERVER && failedChecks > 0 ? failedChecks : undefined}
          isUrgent
          isHere={here.path === to || here.path.startsWith(`${to}/`)}
          onGo={onGo}
        />
      ))}
    </div>
  );
}
