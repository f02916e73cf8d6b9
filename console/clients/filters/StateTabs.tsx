import { type ClientList, type ClientSelection, clientStates } from "#contract/manage/clients.ts";
import { numberWords } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";
import styles from "./StateTabs.module.css";

type StateTabsProps = {
  state: ClientSelection["state"];
  /** Undefined while loading. */
  counts: ClientList["counts"] | undefined;
  onChange: (changed: Pick<ClientSelection, "state">) => void;
};

/** Filters by state. Each tab has the number of matching clients in that state. */
export function StateTabs({ state: chosen, counts, onChange }: StateTabsProps) {
  return (
    <div className={styles.tabs} role="radiogroup" aria-label={t("clients.tabs")}>
      {[undefined, ...clientStates].map((state) => (
        <label key={state ?? "all"} className={styles.tab}>
          <input
            type="radio"
            name="state"
            className={styles.radio}
            checked={state === chosen}
            onChange={() => onChange({ state })}
          />
          <span>{state === undefined ? t("clients.tab.all") : t(`clients.state.${state}`)}</span>
          <TabCount count={counts?.[state ?? "all"]} />
        </label>
      ))}
    </div>
  );
}

/** A count whose space is reserved while loading, so that nothing moves. */
function TabCount({ count }: { count: number | undefined }) {
  return <span className={styles.count}>{count === undefined ? "" : numberWords(count)}</span>;
}
