import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./OtherViews.module.css";
import { useActions } from "./use-actions.ts";

/** The ways to answer without the whole section before one's eyes: chips above it, or buttons beside it. */
export function OtherViews({ place }: { place: "above" | "beside" }) {
  const { openTalk } = useActions();
  return (
    <div className={styles.views} data-place={place}>
      <Button icon="mic" onClick={() => void openTalk(true)}>
        {t("menu.talk")}
      </Button>
      <Button icon="menu" onClick={() => void openTalk(false)}>
        {t("menu.one")}
      </Button>
    </div>
  );
}
