import { Link } from "wouter";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { Drawing } from "../ui/drawings/Drawing.tsx";
import type { DrawingName } from "../ui/drawings/drawing-paths.ts";
import styles from "./RailLink.module.css";

type RailLinkProps = {
  to: string;
  name: string;
  drawing: DrawingName;
  isHere: boolean;
  /** Undefined while loading; its space is reserved. */
  count?: number | undefined;
  isUrgent?: boolean | undefined;
  onGo?: () => void;
};

export function RailLink({ to, name, drawing, isHere, count, isUrgent, onGo }: RailLinkProps) {
  return (
    <Link
      to={to}
      className={styles.link}
      aria-current={isHere ? "page" : undefined}
      title={name}
      onClick={onGo}
    >
      <Drawing name={drawing} />
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
      {count !== undefined && (
        <span className={styles.count} data-urgent={isUrgent && count > 0 ? "" : undefined}>
          {numberWords(count)}
        </span>
      )}
    </Link>
  );
}

/** Placeholders for links that are still loading. */
export function ComingRailLinks({ count }: { count: number }) {
  const names = Array.from({ length: count }, (_, place) => `coming ${place}`);
  return names.map((name) => <span key={name} className={styles.link} aria-hidden="true" />);
}
