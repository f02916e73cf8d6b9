import { t } from "../../translate.ts";
import { Button } from "../../ui/Button.tsx";
import { useActions } from "../workspace/use-actions.ts";
import styles from "./OtherViews.module.css";

/** Buttons for the views that show one question at a time: chips above the section, or a list beside it. */
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
