import { rememberChoice, rememberedChoice } from "../ui/device-choices.ts";
import type { TalkSettings } from "./talk.ts";

const SILENT = "silent";
const BY_HAND = "by-hand";

/** The settings last chosen on this device; at first both are on. */
export async function rememberedSettings(): Promise<TalkSettings> {
  const chosen = (await rememberedChoice("talk"))?.split(" ") ?? [];
  return { readsAloud: !chosen.includes(SILENT), isHandsFree: !chosen.includes(BY_HAND) };
}

export function rememberSettings({ readsAloud, isHandsFree }: TalkSettings): void {
  const chosen = [...(readsAloud ? [] : [SILENT]), ...(isHandsFree ? [] : [BY_HAND])];
  rememberChoice("talk", chosen.join(" ")).catch(() => undefined);
}
