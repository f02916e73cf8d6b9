import { useEffect, useRef } from "react";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./TakePlayer.module.css";
import { useSound } from "./use-sound.ts";

type TakePlayerProps = { takeId: string };

/** Fetches the sound when somebody wants to hear it, and plays it with the browser's own controls. */
export function TakePlayer({ takeId }: TakePlayerProps) {
  const { address, error, isLoading, load } = useSound(takeId);
  const player = useRef<HTMLAudioElement>(null);
  const isLoaded = address !== undefined;

  useEffect(() => {
    if (!isLoaded || !player.current) return;
    play(player.current);
    // the pressed button has gone
    player.current.focus();
  }, [isLoaded]);

  const listen = () => {
    // there is no sound yet, but WebKit lets a player begin later only where it was told to within a press
    if (player.current) play(player.current);
    load();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands beside it */}
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

/** Where the browser refuses, the player's own button is there to be pressed. */
function play(player: HTMLAudioElement): void {
  player.play().catch(() => undefined);
}
