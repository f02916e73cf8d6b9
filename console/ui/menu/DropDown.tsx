import { type ReactNode, useId } from "react";
import { Drawing } from "../drawings/Drawing.tsx";
import styles from "./DropDown.module.css";
import { useDropDown } from "./use-drop-down.ts";

type DropDownProps = {
  name: string;
  icon: ReactNode;
  /** Whether the content is a `Menu`. */
  hasMenu?: boolean;
  /** Whether the name appears only on hover. */
  isIconOnly?: boolean;
  /** "framed" has a border, like other buttons on the page. */
  look?: "quiet" | "framed";
  children: (close: () => void) => ReactNode;
};

/** A button that opens a popover below it. */
export function DropDown(props: DropDownProps) {
  const { name, icon, hasMenu = false, isIconOnly = false, look = "quiet", children } = props;
  const { root, button, isOpen, setIsOpen, close } = useDropDown();
  const sheetId = useId();
  return (
    <div ref={root} className={styles.root} data-open={isOpen ? "" : undefined}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-look={look}
        data-icon-only={isIconOnly ? "" : undefined}
        title={name}
        aria-label={isIconOnly ? name : undefined}
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
        {!isIconOnly && <span className={styles.name}>{name}</span>}
        {look === "framed" && !isIconOnly && <Drawing name="down" />}
      </button>
      {isOpen && (
        <div id={sheetId} className={styles.sheet}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
