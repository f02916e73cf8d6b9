import { type FormEvent, useRef, useState } from "react";
import type { HelperFacts, NewHelperRequest } from "#contract/api/helping.ts";
import type { Section } from "#contract/interview/interview.ts";
import { HELPER_LINK_DAYS, HELPER_NAME_MAX_LENGTH } from "#contract/limits.ts";
import { hasFreeAnswer } from "#contract/record/helping.ts";
import type { SessionStore } from "../session/session.ts";
import { t } from "../translate.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { SelectField } from "../ui/fields/SelectField.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import styles from "./HelpersDialog.module.css";
import { useHelpers } from "./use-helpers.ts";

type HelpersDialogProps = {
  session: SessionStore;
  /** The sections that the client is asked. */
  sections: readonly Section[];
  /** The section that is open. */
  sectionId: string;
  onClose: () => void;
};

/** Makes a link with which another person answers one section, and lists the people who have one. */
export function HelpersDialog({ session, sections, sectionId, onClose }: HelpersDialogProps) {
  const { helpers, link, error, isBusy, ended, isCopied, reload, ask, renew, end, askAnother, copy } =
    useHelpers(session);
  const list = useRef<HTMLUListElement>(null);
  const clientName = session.getState().client?.name ?? "";
  const nameOf = (id: string) => sections.find((section) => section.id === id)?.name ?? "";
  return (
    <Dialog title={t("helpers.title")} closeLabel={t("helpers.close")} onClose={onClose}>
      <div className={styles.body}>
        {link ? (
          <HelperLinkShare {...link} clientName={clientName} onCopy={copy} onAnother={askAnother} />
        ) : (
          <AskForm sections={sections} sectionId={sectionId} isBusy={isBusy} onAsk={ask} />
        )}
        {error !== undefined && (
          <p role="alert">
            {error}{" "}
            {!helpers && (
              <Button size="small" onClick={reload}>
                {t("helpers.again")}
              </Button>
            )}
          </p>
        )}
        {helpers && helpers.length > 0 && (
          <section>
            <h3 className={styles.heading}>{t("helpers.list")}</h3>
            <ul ref={list} className={styles.list} aria-label={t("helpers.list")} tabIndex={-1}>
              {helpers.map((helper) => (
                <Line
                  key={helper.helperId}
                  helper={helper}
                  section={nameOf(helper.sectionId)}
                  onRenew={() => renew(helper)}
                  onEnd={() => {
                    // the button disappears with its line
                    list.current?.focus();
                    end(helper);
                  }}
                />
              ))}
            </ul>
          </section>
        )}
        <p role="status" className={styles.note}>
          {isCopied && t("helpers.copied")}
          {ended !== undefined && t("helpers.ended", { name: ended })}
        </p>
      </div>
    </Dialog>
  );
}

type AskFormProps = {
  sections: readonly Section[];
  sectionId: string;
  isBusy: boolean;
  onAsk: (helper: NewHelperRequest) => void;
};

function AskForm({ sections, sectionId, isBusy, onAsk }: AskFormProps) {
  const [chosen, setChosen] = useState(sectionId);
  const [name, setName] = useState("");
  const [seesAll, setSeesAll] = useState(false);
  const section = sections.find(({ id }) => id === chosen) ?? sections[0];
  const isOnlyForms = section !== undefined && !hasFreeAnswer(section);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !section) return;
    onAsk({ sectionId: section.id, name: name.trim(), seesAll: seesAll || isOnlyForms });
  };
  return (
    <form className={styles.body} onSubmit={send}>
      <p>{t("helpers.text")}</p>
      <SelectField
        label={t("helpers.section")}
        options={sections.map(({ id, name: label }) => ({ value: id, label }))}
        value={section?.id ?? ""}
        onChange={setChosen}
      />
      <TextField
        label={t("helpers.name")}
        value={name}
        required
        pattern=".*\S.*"
        maxLength={HELPER_NAME_MAX_LENGTH}
        autoComplete="off"
        data-autofocus=""
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={seesAll || isOnlyForms}
          disabled={isOnlyForms}
          onChange={(event) => setSeesAll(event.currentTarget.checked)}
        />
        {t("helpers.all")}
      </label>
      {isOnlyForms && <p className={styles.note}>{t("helpers.onlyForms")}</p>}
      <Button type="submit" variant="primary" busy={isBusy}>
        {t("helpers.make")}
      </Button>
    </form>
  );
}

type HelperLinkShareProps = {
  address: string;
  name: string;
  clientName: string;
  onCopy: () => void;
  onAnother: () => void;
};

/** The form that made the link has gone, and with it what had the focus. */
const focus = (element: HTMLElement | null) => element?.focus();

function HelperLinkShare({ address, name, clientName, onCopy, onAnother }: HelperLinkShareProps) {
  const text = t("helpers.share.text", { client: clientName });
  // `share` rejects if the client closes the device's sheet
  const share = () => void navigator.share?.({ text, url: address }).catch(() => undefined);
  return (
    <div className={styles.body}>
      <p>{t("helpers.link.text", { name, days: HELPER_LINK_DAYS })}</p>
      <TextField
        label={t("helpers.link", { name })}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.actions}>
        <Button variant="primary" ref={focus} onClick={onCopy}>
          {t("helpers.copy")}
        </Button>
        {"share" in navigator && <Button onClick={share}>{t("helpers.share")}</Button>}
        <Button variant="quiet" onClick={onAnother}>
          {t("helpers.another")}
        </Button>
      </div>
    </div>
  );
}

type LineProps = { helper: HelperFacts; section: string; onRenew: () => void; onEnd: () => void };

function Line({ helper: { name, state, answers }, section, onRenew, onEnd }: LineProps) {
  return (
    <li className={styles.helper}>
      <span>
        <strong>{name}</strong>
        {section && ` · ${section}`}
        <br />
        <small>{t(`helpers.state.${state}`, { answers })}</small>
      </span>
      <span className={styles.actions}>
        <Button size="small" onClick={onRenew}>
          {t("helpers.renew")}
          <span className="visually-hidden"> {name}</span>
        </Button>
        <Button size="small" variant="danger" onClick={onEnd}>
          {t("helpers.end")}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </span>
    </li>
  );
}
