import { type ReactNode, useId } from "react";
import styles from "./DropDown.module.css";
import { useDropDown } from "./use-drop-down.ts";

type DropDownProps = {
  name: string;
  icon: ReactNode;
  /** What it opens is a `Menu`. */
  hasMenu?: boolean;
  children: ReactNode;
};

/** A quiet button and the sheet that it opens below. */
export function DropDown({ name, icon, hasMenu = false, children }: DropDownProps) {
  const { root, button, isOpen, setIsOpen } = useDropDown();
  const sheetId = useId();
  return (
    <div ref={root} className={styles.root}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        title={name}
        aria-expanded={isOpen}
        aria-haspopup={hasMenu ? "menu" : undefined}
        aria-controls={isOpen ? sheetId : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (!hasMenu || event.key !== "ArrowDown") return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {icon}
        <span className={styles.name}>{name}</span>
      </button>
      {isOpen && (
        <div id={sheetId} className={styles.sheet}>
          {children}
        </div>
      )}
    </div>
  );
}
