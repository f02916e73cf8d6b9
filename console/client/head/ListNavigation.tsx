import { numberWords } from "../../../web/ui/language/spoken-language.ts";
import { t } from "../../translate.ts";
import { Drawing } from "../../ui/drawings/Drawing.tsx";
import type { DrawingName } from "../../ui/drawings/drawing-paths.ts";
import styles from "./ClientHead.module.css";
import type { PlaceInList } from "./use-place-in-list.ts";

/** The client's position in the list, with buttons for the previous and the next client. */
export function ListNavigation({ place }: { place: PlaceInList }) {
  if (place.place === undefined) return null;
  return (
    <div className={styles.place}>
      <span className={styles.placeWords}>
        {t("client.place", {
          place: numberWords(place.place),
          total: numberWords(place.total),
          list: place.list,
        })}
      </span>
      <Step name={t("client.previous")} drawing="up" onPress={place.goToPrevious} />
      <Step name={t("client.nextClient")} drawing="down" onPress={place.goToNext} />
    </div>
  );
}

type StepProps = { name: string; drawing: DrawingName; onPress: (() => void) | undefined };

function Step({ name, drawing, onPress }: StepProps) {
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={name}
      title={name}
      aria-disabled={onPress === undefined || undefined}
      onClick={onPress}
    >
      <Drawing name={drawing} />
    </button>
  );
}
