import { useEffect, useRef, useState } from "react";
import type { CallError } from "../api/result.ts";
import { useTakes } from "./use-takes.ts";

type Sound = { address?: string; error?: CallError; isLoading: boolean };

/** The audio of a take for a player: fetched on request, played, and released with the component. */
export function useSound(takeId: string) {
  const { listen } = useTakes();
  const [sound, setSound] = useState<Sound>({ isLoading: false });
  const player = useRef<HTMLAudioElement>(null);
  const { address } = sound;
  const isShown = useRef(false);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  useEffect(() => {
    if (address === undefined) return;
    if (player.current) {
      play(player.current);
      // the pressed button is gone
      player.current.focus();
    }
    return () => URL.revokeObjectURL(address);
  }, [address]);

  const load = async () => {
    setSound({ isLoading: true });
    const heard = await listen(takeId);
    // the address of a sound stays in memory until it is revoked
    if (!isShown.current) return;
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
      // there is no audio yet, but WebKit lets a player start later only if `play` was called during a press
      if (player.current) play(player.current);
      void load();
    },
  };
}

/** If the browser refuses, the client can press the player's own button. */
function play(player: HTMLAudioElement): void {
  player.play().catch(() => undefined);
}
