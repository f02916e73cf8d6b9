import { useState } from "react";
import type { ChangedSettings } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { CallFailure } from "../api/call-failure.ts";
import { changesOf } from "./changed-settings.ts";
import { useChangeSettings, useSettings } from "./use-settings.ts";

/** The state of a settings form, whose values stay the same until saved, even if somebody else changes the settings. */
export function useSettingForm(shown: ShownSettings) {
  const [base, setBase] = useState(shown);
  const [isSaved, setIsSaved] = useState(false);
  const { refetch } = useSettings();
  const changing = useChangeSettings();
  const { error } = changing;

  const send = (settings: ChangedSettings, onDone?: () => void) => {
    setIsSaved(false);
    if (Object.keys(settings).length === 0) return setIsSaved(true);
    changing.mutate(
      { version: base.version, settings },
      {
        onSuccess(answered) {
          setBase(answered);
          setIsSaved(true);
          onDone?.();
        },
      },
    );
  };

  return {
    base,
    error,
    isPending: changing.isPending,
    isSaved,
    isOvertaken: error instanceof CallFailure && error.code === "SETTING_CHANGED",
    save: (entered: ChangedSettings) => send(changesOf(base.settings, entered)),
    send,
    /** Clears the outcome of the last save when the input changes. */
    forget() {
      setIsSaved(false);
      changing.reset();
    },
    async showNew() {
      const { data } = await refetch();
      if (data) setBase(data);
      changing.reset();
    },
  };
}
