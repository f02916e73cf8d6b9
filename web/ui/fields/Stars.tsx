import { Icon } from "../Icon.tsx";
import styles from "./Stars.module.css";

type StarsProps = {
  legend: string;
  legendHidden?: boolean;
  name: string;
  value: number | undefined;
  max: number;
  labelOf: (stars: number) => string;
  onChange: (stars: number) => void;
};

export function Stars({ legend, legendHidden = false, name, value, max, labelOf, onChange }: StarsProps) {
  const ratings = Array.from({ length: max }, (_, index) => index + 1);
  return (
    <fieldset>
      <legend className={legendHidden ? "visually-hidden" : styles.legend}>{legend}</legend>
      <div className={styles.stars}>
        {ratings.map((stars) => (
          <label key={stars} className={styles.star} title={labelOf(stars)}>
            <input
              className={styles.radio}
              type="radio"
              name={name}
              value={stars}
              checked={stars === value}
              onChange={() => onChange(stars)}
            />
            <Icon name="star" />
            <span className="visually-hidden">{labelOf(stars)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
