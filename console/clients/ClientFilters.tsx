import {
  type ClientFilter,
  type ClientList,
  type ClientSelection,
  clientFilters,
} from "#contract/manage/clients.ts";
import { TextField } from "../../web/ui/fields/TextField.tsx";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import styles from "./ClientFilters.module.css";

type ClientFiltersProps = {
  query: ClientSelection;
  counts: ClientList["counts"] | undefined;
  onChange: (changed: Partial<ClientSelection>) => void;
};

/** A search and the states, each with how many clients are in it. */
export function ClientFilters({ query, counts, onChange }: ClientFiltersProps) {
  return (
    <search className={styles.filters}>
      <div className={styles.search}>
        <TextField
          label={t("clients.search")}
          labelHidden
          type="search"
          placeholder={t("clients.search")}
          value={query.search}
          onChange={(event) => onChange({ search: event.currentTarget.value })}
        />
      </div>
      <fieldset className={styles.states}>
        <legend className="visually-hidden">{t("clients.filter")}</legend>
        {clientFilters.map((filter) => (
          <State
            key={filter}
            filter={filter}
            count={filter === "all" ? counts?.all : undefined}
            isChosen={query.filter === filter}
            onChoose={() => onChange({ filter })}
          />
        ))}
      </fieldset>
    </search>
  );
}

type StateProps = {
  filter: ClientFilter;
  count: number | undefined;
  isChosen: boolean;
  onChoose: () => void;
};

function State({ filter, count, isChosen, onChoose }: StateProps) {
  return (
    <label className={styles.state}>
      <input
        className="visually-hidden"
        type="radio"
        name="filter"
        value={filter}
        checked={isChosen}
        onChange={onChoose}
      />
      <span>{t(`clients.filter.${filter}`)}</span>
      <span className={styles.count}>{count === undefined ? "" : numberWords(count)}</span>
    </label>
  );
}
