import { useContext, useState } from "react";
import { dictationPrivacy } from "../dictation/dictation-privacy.ts";
import { PrivacyDetails } from "../dictation/PrivacyDetails.tsx";
import { DictationContext } from "../dictation/use-dictation.ts";
import { useTakes } from "../takes/use-takes.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./TalkStart.module.css";
import type { Talk, TalkSettings } from "./talk.ts";
import { rememberSettings } from "./talk-settings.ts";
import { useFocusAtFirst } from "./use-focus-at-first.ts";
import { type OpenTalk, useSettings } from "./use-talk-through.ts";

type TalkStartProps = { talk: Talk; ways: OpenTalk["ways"] };

/** Explains what will happen, with two choices and the one button that starts the voice and the microphone. */
export function TalkStart({ talk, ways }: TalkStartProps) {
  const settings = useSettings(talk);
  const title = useFocusAtFirst<HTMLHeadingElement>();
  const [isStarting, setStarting] = useState(false);
  const choose = (changes: Partial<TalkSettings>) => {
    const chosen = { ...settings, ...changes };
    talk.change(chosen);
    rememberSettings(chosen);
  };
  const begin = () => {
    setStarting(true);
    void talk.begin(settings);
  };
  return (
    <div className={styles.start}>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {t("through.start.title")}
      </h2>
      <p>{t(ways.listens ? "through.start.text" : "through.start.typed")}</p>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{t("through.start.how")}</legend>
        {ways.reads && (
          <OptionCheckbox
            label={t("through.readsAloud")}
            isOn={settings.readsAloud}
            onChange={(readsAloud) => choose({ readsAloud })}
          />
        )}
        {ways.listens && (
          <OptionCheckbox
            label={t("through.handsFree")}
            isOn={settings.isHandsFree}
            onChange={(isHandsFree) => choose({ isHandsFree })}
          />
        )}
      </fieldset>
      <Button variant="primary" icon={ways.listens ? "mic" : "arrow-right"} busy={isStarting} onClick={begin}>
        {t("through.start.begin")}
      </Button>
      {ways.listens && <Privacy />}
    </div>
  );
}

type OptionCheckboxProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

function OptionCheckbox({ label, isOn, onChange }: OptionCheckboxProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** Says who hears the client. Recording takes precedence, as in `use-talk-through.ts`. */
function Privacy() {
  const takes = useTakes();
  const dictation = useContext(DictationContext);
  const isOnDevice = dictation?.store.getState().isOnDevice ?? false;
  return (
    <p className={styles.privacy}>
      {takes.recording ? takes.privacy : dictationPrivacy(isOnDevice)} <PrivacyDetails />
    </p>
  );
}
