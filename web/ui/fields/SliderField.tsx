import { type KeyboardEvent, type PointerEvent, useId } from "react";
import styles from "./SliderField.module.css";

type SliderFieldProps = {
  label: string;
  labelHidden?: boolean;
  min: number;
  max: number;
  value: number;
  /** False while `value` is only the slider's starting position; the thumb is hollow then. */
  isTouched: boolean;
  lowLabel: string;
  highLabel: string;
  valueText: string;
  onChange: (value: number) => void;
};

export function SliderField(props: SliderFieldProps) {
  const {
    label,
    labelHidden = false,
    min,
    max,
    value,
    isTouched,
    lowLabel,
    highLabel,
    valueText,
    onChange,
  } = props;
  const id = useId();

  // a press on the starting value sends no change event, but it is a choice all the same
  const chooseByPress = (event: PointerEvent<HTMLInputElement>) => {
    if (!isTouched && event.button === 0) onChange(Number(event.currentTarget.value));
  };
  const chooseByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isTouched || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    onChange(value);
  };

  return (
    <div>
      <div className={styles.heading}>
        <label className={labelHidden ? "visually-hidden" : styles.label} htmlFor={id}>
          {label}
        </label>
        <span className={styles.value} data-touched={isTouched} aria-hidden="true">
          {valueText}
        </span>
      </div>
      <input
        id={id}
        className={styles.slider}
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        data-touched={isTouched}
        aria-valuetext={valueText}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        onPointerUp={chooseByPress}
        onKeyDown={chooseByKey}
      />
      <div className={styles.ends} aria-hidden="true">
        <span>{lowLabel}</span>
        <span>{highLabel}</span>
      </div>
    </div>
  );
}
