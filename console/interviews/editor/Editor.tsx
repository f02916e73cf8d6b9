import { useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { type Language, languageNames, languages } from "#contract/languages.ts";
import type { ListedInterview, ShownDraft } from "#contract/manage/interviews.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { useUnloadWarning } from "../../../web/ui/use-unload-warning.ts";
import { t } from "../../translate.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { CardForm } from "./CardForm.tsx";
import { ConflictDialog } from "./ConflictDialog.tsx";
import styles from "./Editor.module.css";
import { EditorHead } from "./EditorHead.tsx";
import { EditorContext, type EditorContextValue, useEditor } from "./editor-context.ts";
import { FaultList } from "./FaultList.tsx";
import { KindDialog } from "./KindDialog.tsx";
import { LanguageField } from "./LanguageField.tsx";
import { Outline } from "./Outline.tsx";
import { placeOfCard } from "./outline-moves.ts";
import { PublishDialog } from "./PublishDialog.tsx";
import { ReadOnlyNotice } from "./ReadOnlyNotice.tsx";
import { SectionForm } from "./SectionForm.tsx";
import { useDraftEditor } from "./use-draft-editor.ts";
import { useFaults } from "./use-faults.ts";
import { type Chosen, useOutlineActs } from "./use-outline-acts.ts";
import { WordsForm } from "./WordsForm.tsx";

type EditorProps = { interview: ListedInterview; shown: ShownDraft };

/** The outline of an interview, and the form of what is chosen in it. */
export function Editor({ interview, shown }: EditorProps) {
  const { interviewId, name, source } = interview;
  const isReadOnly = source !== "console";
  const { editor, other } = useDraftEditor(interviewId, shown);
  const { history, saving } = useStore(editor.store);
  const draft = history.present;
  const [wished, setLanguage] = useState<Language>();
  const [first = languages[0]] = draft.languages;
  const language = wished && draft.languages.includes(wished) ? wished : first;
  const [isPublishing, setIsPublishing] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const acts = useOutlineActs(editor, form);
  const { faults, faultOf, leave, leaveAll } = useFaults(draft, shown.entryNames);
  useUnloadWarning(saving.state === "failed" || saving.state === "conflict");
  const asked = useMemo(() => new Set(shown.askedQuestions), [shown.askedQuestions]);
  const context: EditorContextValue = {
    draft,
    language,
    isReadOnly,
    edit: editor.edit,
    faultOf,
    leave,
    isAsked: (cardId) => asked.has(cardId),
    isKnownEntry: (entry) => Object.hasOwn(shown.entryNames, entry),
  };
  const goToFault = (fault = faults[0]) => {
    leaveAll();
    acts.chooseFault(fault);
  };
  return (
    <EditorContext value={context}>
      <BackLink to="/interviews">{t("interviews.title")}</BackLink>
      <EditorHead
        name={name}
        editor={editor}
        isReadOnly={isReadOnly}
        onPublish={() => (faults.length > 0 ? goToFault() : setIsPublishing(true))}
      />
      {isReadOnly && <ReadOnlyNotice interview={interview} />}
      {other !== undefined && (
        <p role="status" className={styles.notice}>
          {t("editor.others", { name: other || t("editor.somebody") })}
        </p>
      )}
      {!isReadOnly && <FaultList faults={faults} onChoose={goToFault} />}
      <div className={styles.columns} data-view={acts.view}>
        <div className={styles.outline}>
          <Outline
            chosen={acts.chosen}
            faults={isReadOnly ? [] : faults}
            onChooseWords={acts.chooseWords}
            {...acts.outline}
          />
        </div>
        <div ref={form} className={styles.form}>
          <div className={styles.above}>
            <Button variant="quiet" icon="arrow-left" onClick={acts.showOutline}>
              {t("editor.outline")}
            </Button>
            <LanguageField
              language={language}
              onLanguage={setLanguage}
              words={(each) => languageNames[each]}
            />
          </div>
          <ChosenForm chosen={acts.chosen} />
        </div>
      </div>
      <p role="status" className={acts.deleted ? styles.notice : "visually-hidden"}>
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

function ChosenForm({ chosen }: { chosen: Chosen }) {
  const { draft } = useEditor();
  if (chosen.kind === "words") return <WordsForm />;
  if (chosen.kind === "section") {
    const section = draft.sections.find(({ id }) => id === chosen.id);
    return section && <SectionForm key={section.id} section={section} />;
  }
  const place = placeOfCard(draft, chosen.id);
  return place && <CardForm key={place.card.id} card={place.card} />;
}
