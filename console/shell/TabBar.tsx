import { useState } from "react";
import { Link } from "wouter";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { failedIn, useChecks } from "../checks/use-checks.ts";
import { listAddress } from "../clients/use-client-query.ts";
import { useCounts } from "../clients/use-counts.ts";
import { openPalette } from "../palette/palette-store.ts";
import { t } from "../translate.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { OwnAccount } from "./OwnAccount.tsx";
import { RailPages } from "./RailPages.tsx";
import styles from "./TabBar.module.css";
import { useRailLocation } from "./use-rail-location.ts";

/** The bottom bar on a phone: what needs attention, all clients, search, and everything else. */
export function TabBar({ me }: { me: CurrentManager }) {
  const { filter } = useRailLocation();
  const needing = useCounts()?.filters["needs-you"] ?? 0;
  const failedChecks = failedIn(useChecks(me).data?.checks);
  const [isMore, setIsMore] = useState(false);
  const close = () => setIsMore(false);
  return (
    <nav className={styles.tabs} aria-label={t("shell.places")}>
      <Link
        to={listAddress({ filter: "needs-you" })}
        className={styles.tab}
        aria-current={filter === "needs-you" ? "page" : undefined}
      >
        <Drawing name="inbox" />
        {t("rail.filter.needs-you")}
        {needing > 0 && <span className={styles.badge}>{numberWords(needing)}</span>}
      </Link>
      <Link to="/" className={styles.tab} aria-current={filter === "all" ? "page" : undefined}>
        <Drawing name="people" />
        {t("rail.clients")}
      </Link>
      <button type="button" className={styles.tab} onClick={openPalette}>
        <Drawing name="search" />
        {t("rail.search")}
      </button>
      <button type="button" className={styles.tab} onClick={() => setIsMore(true)}>
        <Drawing name="dots" />
        {t("rail.more")}
        {failedChecks > 0 && <span className={styles.badge}>{numberWords(failedChecks)}</span>}
      </button>
      {isMore && (
        <Dialog title={t("rail.more")} closeLabel={t("dialog.close")} onClose={close}>
          <div className={styles.more}>
            <RailPages me={me} onGo={close} />
            <OwnAccount me={me} onGo={close} />
          </div>
        </Dialog>
      )}
    </nav>
  );
}
