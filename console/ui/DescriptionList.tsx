import styles from "./DescriptionList.module.css";

type DescriptionListProps = {
  facts: readonly (readonly [name: string, value: string])[];
  /** The language of the values, if it differs from the page's. */
  lang?: string;
};

/** A list of names and values. */
export function DescriptionList({ facts, lang }: DescriptionListProps) {
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
