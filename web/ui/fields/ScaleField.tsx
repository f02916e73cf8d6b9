import { useId } from "react";
import styles from "./ScaleField.module.css";

type ScaleFieldProps = {
  legend: string;
  legendHidden?: boolean;
  min: number;
  max: number;
  /** What the ends mean. */
  low: string;
  high: string;
  /** Undefined while nothing is chosen. */
  value: number | undefined;
  onChange: (value: number) => void;
};

/** The numbers of a scale beside each other, with the meaning of both ends below. */
export function ScaleField({
  legend,
  legendHidden = false,
  min,
  max,
  low,
  high,
  value,
  onChange,
}: ScaleFieldProps) {
  const name = useId();
  const points = Array.from({ length: max - min + 1 }, (_, place) => min + place);
  const ends = useId();
  return (
    <fieldset aria-describedby={ends}>
      <legend className={legendHidden ? "visually-hidden" : styles.legend}>{legend}</legend>
      <div className={styles.points}>
        {points.map((point) => (
          <label key={point} className={styles.point}>
            <input
              className={styles.radio}
              type="radio"
              name={name}
              value={point}
              checked={point === value}
              onChange={() => onChange(point)}
            />
            <span>{point}</span>
          </label>
        ))}
      </div>
      <p id={ends} className={styles.ends}>
        <span>{`${min}: ${low}`}</span>
        <span>{`${max}: ${high}`}</span>
      </p>
    </fieldset>
  );
}
