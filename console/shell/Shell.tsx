import { useState } from "react";
import { useLocation } from "wouter";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { useSerif } from "../../web/ui/serif/use-serif.ts";
import { listAddress } from "../clients/use-client-query.ts";
import { Palette } from "../palette/Palette.tsx";
import { openPalette } from "../palette/palette-store.ts";
import { usePaletteOpen } from "../palette/use-palette.ts";
import { useForgottenSearch } from "../search/use-answer-search.ts";
import { ShortcutsDialog } from "../shortcuts/ShortcutsDialog.tsx";
import { useShortcuts } from "../shortcuts/use-shortcuts.ts";
import { t } from "../translate.ts";
import { OfflineNotice } from "./OfflineNotice.tsx";
import { Pages } from "./Pages.tsx";
import { Rail } from "./Rail.tsx";
import styles from "./Shell.module.css";
import { TabBar } from "./TabBar.tsx";
import { useScrollToTop } from "./use-scroll-to-top.ts";

type ShellProps = { me: CurrentManager; providerName: string };

/** The console of a signed-in manager: the rail and the current page. */
export function Shell({ me, providerName }: ShellProps) {
  useScrollToTop();
  useForgottenSearch();
  const [isHelping, setIsHelping] = useState(false);
  const isJumping = usePaletteOpen();
  const [place, navigate] = useLocation();
  const goTo = (address: string) => () => navigate(address);
  useShortcuts({
    palette: openPalette,
    help: () => setIsHelping(true),
    "needs-you": goTo(listAddress({ filter: "needs-you" })),
    clients: goTo("/"),
    overview: goTo("/overview"),
  });
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t("shell.skip")}
      </a>
      <Rail me={me} providerName={providerName} />
      <div className={styles.column} data-serif={useSerif(place)}>
        <OfflineNotice />
        <main id="main" tabIndex={-1} className={styles.main}>
          <Pages me={me} onHelp={() => setIsHelping(true)} />
        </main>
      </div>
      <TabBar me={me} />
      {isJumping && <Palette me={me} />}
      {isHelping && <ShortcutsDialog onClose={() => setIsHelping(false)} />}
    </div>
  );
}
