import styles from "./Facts.module.css";

type FactsProps = { facts: readonly (readonly [name: string, value: string])[] };

/** Names with their values, one a line. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
