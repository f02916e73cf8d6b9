import { useState } from "react";
import { type Language, languageNames } from "#contract/languages.ts";
import type { ListedInterview, PublishPreview } from "#contract/manage/interviews.ts";
import { PUBLISH_NOTE_MAX_LENGTH } from "#contract/manage/limits.ts";
import { Button } from "../../../../web/ui/Button.tsx";
import { Dialog } from "../../../../web/ui/Dialog.tsx";
import { listWords } from "../../../../web/ui/language/spoken-language.ts";
import { t } from "../../../translate.ts";
import { ErrorMessage } from "../../../ui/ErrorMessage.tsx";
import { CheckField } from "../../../ui/fields/CheckField.tsx";
import { TextAreaField } from "../../../ui/fields/TextAreaField.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import type { DraftEditor } from "../saving/draft-editor.ts";
import styles from "./PublishDialog.module.css";
import { usePublish, usePublishPreview } from "./use-publish.ts";

const NOTE_MAX_HEIGHT_PX = 160;

type PublishDialogProps = { interview: ListedInterview; editor: DraftEditor; onClose: () => void };

/** Shows the effects of publishing before it is done. */
export function PublishDialog({ interview, editor, onClose }: PublishDialogProps) {
  const { interviewId, name, version } = interview;
  const [asks, setAsks] = useState(false);
  const [note, setNote] = useState("");
  const plan = usePublishPreview(interviewId, editor, asks);
  const publishing = usePublish(interviewId, editor);
  const { data: done } = publishing;
  if (done)
    return (
      <Dialog
        title={t(done.isUnchanged ? "publish.unchanged" : "publish.done", { number: done.version })}
        closeLabel={t("dialog.close")}
        onClose={onClose}
        actions={
          <Button variant="primary" onClick={onClose}>
            {t("dialog.close")}
          </Button>
        }
      >
        <p>{t(done.isUnchanged ? "publish.unchangedWhat" : "publish.doneWhat")}</p>
      </Dialog>
    );
  return (
    <Dialog
      title={t("publish.title", { name })}
      closeLabel={t("dialog.close")}
      onClose={onClose}
      actions={
        plan.data && (
          <Button
            variant="primary"
            busy={publishing.isPending || plan.isPlaceholderData}
            onClick={() => plan.data && publishing.mutate({ revision: plan.data.revision, note, asks })}
          >
            {t("publish.submit", { number: (version ?? 0) + 1 })}
          </Button>
        )
      }
    >
      <QueryView query={plan}>
        {({ preview }) => (
          <div className={styles.plan}>
            <Changes
              preview={preview}
              waiting={editor.newest().languages.filter((each) => !preview.languages.includes(each))}
              isFirst={version === null}
            />
            <PublishEffects preview={preview} asks={asks} />
            {preview.submitted > 0 && (
              <CheckField
                label={t("publish.ask")}
                hint={t("publish.askHint")}
                checked={asks}
                onChange={setAsks}
              />
            )}
            <TextAreaField
              label={t("publish.note")}
              hint={t("publish.noteHint")}
              rows={1}
              maxHeightPx={NOTE_MAX_HEIGHT_PX}
              maxLength={PUBLISH_NOTE_MAX_LENGTH}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          </div>
        )}
      </QueryView>
      <ErrorMessage error={publishing.error} />
    </Dialog>
  );
}

type ChangesProps = {
  preview: PublishPreview;
  /** Languages of the draft with missing translations. */
  waiting: Language[];
  isFirst: boolean;
};

/** The changes since the current version. */
function Changes({ preview: { changes, languages }, waiting, isFirst }: ChangesProps) {
  const namesOf = (some: Language[]) => listWords(some.map((language) => languageNames[language]));
  const parts = (["added", "changed", "moved", "removed"] as const).filter(
    (part) => changes[part].length > 0,
  );
  return (
    <>
      <p>
        {t("publish.languages", { languages: namesOf(languages) })}{" "}
        {waiting.length > 0 && t("publish.waiting", { languages: namesOf(waiting) })}
      </p>
      {isFirst ? (
        <p>{t("publish.first", { count: changes.added.length })}</p>
      ) : (
        <ul className={styles.changes}>
          {parts.map((part) => (
            <li key={part}>
              <strong>{t(`publish.${part}`)}</strong>{" "}
              <bdi>{listWords(changes[part].map(({ title }) => title))}</bdi>
            </li>
          ))}
          {parts.length === 0 && <li>{t("publish.noQuestions")}</li>}
        </ul>
      )}
    </>
  );
}

/** The number of clients affected, and what happens to their answers. */
function PublishEffects({ preview, asks }: { preview: PublishPreview; asks: boolean }) {
  const { underWay, submitted, answered, chosen, followUps, isWhole, records } = preview;
  return (
    <ul className={styles.changes}>
      <li>{t("publish.underWay", { count: underWay })}</li>
      {submitted > 0 && (
        <li>{t(asks ? "publish.submitted.move" : "publish.submitted.keep", { count: submitted })}</li>
      )}
      {answered.map(({ id, title, clients }) => (
        <li key={id}>{t("publish.answered", { count: clients, title })}</li>
      ))}
      {chosen.map(({ id, title, clients }) => (
        <li key={id}>{t("publish.chosen", { count: clients, title })}</li>
      ))}
      {followUps > 0 && <li>{t("publish.followUps", { count: followUps })}</li>}
      {!isWhole && <li>{t("publish.part", { count: records })}</li>}
    </ul>
  );
}
