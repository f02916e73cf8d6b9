import type { CurrentManager } from "#contract/manage/accounts.ts";
import { Logo } from "../../web/ui/Logo.tsx";
import { useSerif } from "../../web/ui/serif/use-serif.ts";
import { openPalette } from "../palette/palette-store.ts";
import { t } from "../translate.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import { KeyboardKey } from "../ui/KeyboardKey.tsx";
import { OwnAccount } from "./OwnAccount.tsx";
import styles from "./Rail.module.css";
import { RailPages } from "./RailPages.tsx";

type RailProps = { me: CurrentManager; providerName: string };

/** The side bar of every page, except on a phone: navigation and the account. */
export function Rail({ me, providerName }: RailProps) {
  return (
    <header className={styles.rail} data-folds="" data-serif={useSerif()}>
      <p className={styles.provider}>
        <Logo />
        <span className={styles.words}>{providerName}</span>
      </p>
      <button type="button" className={styles.jump} title={t("rail.jump")} onClick={openPalette}>
        <Drawing name="search" />
        <span className={styles.words}>{t("rail.jump")}</span>
        <KeyboardKey isHint>Ctrl K</KeyboardKey>
      </button>
      <nav className={styles.places} aria-label={t("shell.places")}>
        <RailPages me={me} />
      </nav>
      <OwnAccount me={me} />
    </header>
  );
}
