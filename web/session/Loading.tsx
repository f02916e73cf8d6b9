import { LOADING_OVERLAY_DELAY_MS } from "#contract/limits.ts";
import { t } from "../translate.ts";
import { Delayed } from "../ui/Delayed.tsx";
import { LoadingOverlay } from "../ui/LoadingOverlay.tsx";

/** Between the key and the interview; a quick load shows nothing at all. */
export function Loading() {
  return (
    <Delayed afterMs={LOADING_OVERLAY_DELAY_MS}>
      <LoadingOverlay label={t("loading")} />
    </Delayed>
  );
}
