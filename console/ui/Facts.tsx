import styles from "./Facts.module.css";

type FactsProps = {
  facts: readonly (readonly [name: string, value: string])[];
  /** Of the values, where it is not the page's. */
  lang?: string;
};

/** Names with their values, one a line. */
export function Facts({ facts, lang }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd lang={lang}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
