import { useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { type Language, languages as spokenLanguages } from "#contract/languages.ts";
import { draftFaults } from "#contract/manage/interview-draft/draft-faults.ts";
import type { ListedInterview, ShownDraft } from "#contract/manage/interviews.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { useUnloadWarning } from "../../../web/ui/use-unload-warning.ts";
import { t } from "../../translate.ts";
import { BackLink } from "../../ui/links/BackLink.tsx";
import styles from "./Editor.module.css";
import { EditorColumns } from "./EditorColumns.tsx";
import { EditorHead } from "./EditorHead.tsx";
import { FaultList } from "./faults/FaultList.tsx";
import { type PlacedFault, placedFaults } from "./faults/faults.ts";
import { MissingTexts } from "./faults/MissingTexts.tsx";
import { useFaults } from "./faults/use-faults.ts";
import { KindDialog } from "./outline/KindDialog.tsx";
import { useOutlineActs } from "./outline/use-outline-acts.ts";
import { PublishDialog } from "./publishing/PublishDialog.tsx";
import { ReadOnlyNotice } from "./ReadOnlyNotice.tsx";
import { ConflictDialog } from "./saving/ConflictDialog.tsx";
import { useDebouncedDraft } from "./saving/use-debounced-draft.ts";
import { useDraftEditor } from "./saving/use-draft-editor.ts";
import { EditorContext, type EditorTools } from "./use-editor.ts";

type EditorProps = { interview: ListedInterview; shown: ShownDraft };

/** The outline of an interview, the form of the selected part, and the preview. */
export function Editor({ interview, shown }: EditorProps) {
  const { interviewId, name, source } = interview;
  const isReadOnly = source !== "console";
  const { editor, other } = useDraftEditor(interviewId, shown);
  const { history, saving } = useStore(editor.store);
  const draft = history.present;
  const [wished, setLanguage] = useState<Language>();
  const [first = spokenLanguages[0]] = draft.languages;
  const language = wished && draft.languages.includes(wished) ? wished : first;
  const [isPublishing, setIsPublishing] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const acts = useOutlineActs(editor, form);
  const rested = useDebouncedDraft(history);
  const { faults, faultOf, leave, leaveAll } = useFaults(rested, shown.entryNames);
  useUnloadWarning(saving.state === "failed" || saving.state === "conflict");
  const asked = useMemo(() => new Set(shown.askedQuestions), [shown.askedQuestions]);
  const { entryNames } = shown;
  const { languages } = draft;
  const tools = useMemo(
    (): EditorTools => ({
      ...editor,
      rested,
      language,
      languages,
      isReadOnly,
      faultOf,
      leave,
      isAsked: (cardId) => asked.has(cardId),
      isKnownEntry: (entry) => Object.hasOwn(entryNames, entry),
    }),
    [editor, rested, language, languages, isReadOnly, faultOf, leave, asked, entryNames],
  );
  const goToFault = (fault: PlacedFault) => {
    leaveAll();
    acts.chooseFault(fault);
  };
  return (
    <EditorContext value={tools}>
      <BackLink to="/interviews">{t("interviews.title")}</BackLink>
      <EditorHead
        name={name}
        editor={editor}
        isReadOnly={isReadOnly}
        onPublish={() => {
          // checks the newest draft, because the problems on the page may be slightly out of date
          const [fault] = placedFaults(editor.newest(), draftFaults(editor.newest(), entryNames));
          if (fault) goToFault(fault);
          else setIsPublishing(true);
        }}
      />
      {isReadOnly && <ReadOnlyNotice interview={interview} />}
      {other !== undefined && (
        <p role="status" className={styles.notice}>
          {t("editor.others", { name: other || t("editor.somebody") })}
        </p>
      )}
      {!isReadOnly && (
        <FaultList
          faults={faults}
          summary={t("editor.faults", { count: faults.length })}
          onChoose={goToFault}
        />
      )}
      {!isReadOnly && <MissingTexts draft={rested} language={language} onChoose={acts.chooseFault} />}
      <EditorColumns
        draft={draft}
        acts={acts}
        faults={isReadOnly ? [] : faults}
        form={form}
        onLanguage={setLanguage}
      />
      <p role="status" className={acts.deleted ? styles.floating : "visually-hidden"}>
        {acts.said}
        {acts.deleted && (
          <Button size="small" onClick={acts.undoDelete}>
            {t("editor.undo")}
          </Button>
        )}
      </p>
      {acts.adding && <KindDialog onChoose={acts.addCard} onClose={acts.stopAdding} />}
      {saving.state === "conflict" && (
        <ConflictDialog name={name} editor={editor} theirs={saving.theirs} mine={draft} />
      )}
      {isPublishing && (
        <PublishDialog interview={interview} editor={editor} onClose={() => setIsPublishing(false)} />
      )}
    </EditorContext>
  );
}
