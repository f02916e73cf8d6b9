import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./TakePlayer.module.css";
import { useSound } from "./use-sound.ts";

type TakePlayerProps = { takeId: string };

/** Fetches the audio when the client wants to hear it, and plays it with the browser's own controls. */
export function TakePlayer({ takeId }: TakePlayerProps) {
  const { player, address, error, isLoading, listen } = useSound(takeId);
  const isLoaded = address !== undefined;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript is shown beside it */}
      <audio
        ref={player}
        controls
        hidden={!isLoaded}
        className={styles.player}
        src={address}
        aria-label={t("take.player")}
      />
      {!isLoaded && (
        <>
          <Button variant="quiet" size="small" icon="play" busy={isLoading} onClick={listen}>
            {t("take.listen")}
          </Button>
          <span role="status" className={styles.error}>
            {error?.code === "NOT_FOUND" ? t("take.gone") : error?.message}
          </span>
        </>
      )}
    </>
  );
}
