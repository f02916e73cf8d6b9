import type { Me } from "#contract/manage/accounts.ts";
import { Logo } from "../../web/ui/Logo.tsx";
import { useSerif } from "../../web/ui/serif/use-serif.ts";
import { openPalette } from "../palette/palette-store.ts";
import { t } from "../translate.ts";
import { Drawing } from "../ui/Drawing.tsx";
import { Key } from "../ui/Key.tsx";
import { OwnAccount } from "./OwnAccount.tsx";
import styles from "./Rail.module.css";
import { RailPlaces } from "./RailPlaces.tsx";

type RailProps = { me: Me; providerName: string };

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
        <Key isHint>Ctrl K</Key>
      </button>
      <nav className={styles.places} aria-label={t("shell.places")}>
        <RailPlaces me={me} />
      </nav>
      <OwnAccount me={me} />
    </header>
  );
}
