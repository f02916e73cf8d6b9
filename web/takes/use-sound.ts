import { useEffect, useState } from "react";
import type { CallError } from "../api/result.ts";
import { useTakes } from "./use-takes.ts";

type Sound = { address?: string; error?: CallError; isLoading: boolean };

/** The sound of a take as an address to play, fetched when it is asked for and let go with the component. */
export function useSound(takeId: string) {
  const { listen } = useTakes();
  const [sound, setSound] = useState<Sound>({ isLoading: false });
  const { address } = sound;

  useEffect(() => {
    if (address === undefined) return;
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
  return { ...sound, load: () => void load() };
}
