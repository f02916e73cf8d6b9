import { useEffect, useRef, useState } from "react";
import type { CallError } from "../api/result.ts";
import { useTakes } from "./use-takes.ts";

type Sound = { address?: string; error?: CallError; isLoading: boolean };

/** The sound of a take for a player: fetched when it is asked for, played, and let go with the component. */
export function useSound(takeId: string) {
  const { listen } = useTakes();
  const [sound, setSound] = useState<Sound>({ isLoading: false });
  const player = useRef<HTMLAudioElement>(null);
  const { address } = sound;

  useEffect(() => {
    if (address === undefined) return;
    if (player.current) {
      play(player.current);
      // the pressed button has gone
      player.current.focus();
    }
    return () => URL.revokeObjectURL(address);
  }, [address]);

  const load = async () => {
    setSound({ isLoading: true });
    const heard = await listen(takeId);
    setSound(
      heard.ok
        ? { address: URL.createObjectURL(heard.data), isLoading: false }
        : { error: heard.error, isLoading: false },
    );
  };
  return {
    ...sound,
    player,
    listen() {
      // there is no sound yet, but WebKit lets a player begin later only where `play` was called within a press
      if (player.current) play(player.current);
      void load();
    },
  };
}

/** Where the browser refuses, the player's own button is there to be pressed. */
function play(player: HTMLAudioElement): void {
  player.play().catch(() => undefined);
}
