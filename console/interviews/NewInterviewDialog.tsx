import { type SubmitEvent, useState } from "react";
import { useLocation } from "wouter";
import { type Language, languageNames, languages } from "#contract/languages.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { AddInterviewRequest, ListedInterview, Templates } from "#contract/manage/interviews.ts";
import { INTERVIEW_NAME_MAX_LENGTH } from "#contract/manage/limits.ts";
import { Button } from "../../web/ui/Button.tsx";
import { SelectField } from "../../web/ui/fields/SelectField.tsx";
import { currentLanguage } from "../../web/ui/language/spoken-language.ts";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { FormDialog } from "../ui/dialogs/FormDialog.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { TableSource } from "./TableSource.tsx";
import { useAddInterview } from "./use-interview-acts.ts";

/** Values that are not the ID of any interview. */
const EMPTY = "empty";
const TABLE = "table";

type NewInterviewDialogProps = {
  interviews: ListedInterview[];
  templates: Templates["templates"];
  onClose: () => void;
};

/** Asks for a name and a starting point: a template, a copy of an interview, a table, or an empty interview. */
export function NewInterviewDialog({ interviews, templates, onClose }: NewInterviewDialogProps) {
  const adding = useAddInterview();
  const [, go] = useLocation();
  const [beginning, setBeginning] = useState(templates[0]?.templateId ?? EMPTY);
  const [language, setLanguage] = useState<Language>(currentLanguage());
  const [text, setText] = useState("");
  const [read, setRead] = useState<InterviewDraft>();
  const fromOf = (id: string): AddInterviewRequest["from"] => {
    if (id === EMPTY) return { kind: "empty", language };
    if (id === TABLE && read) return { kind: "draft", interview: read };
    const isTemplate = templates.some(({ templateId }) => templateId === id);
    return isTemplate ? { kind: "template", templateId: id, language } : { kind: "copy", interviewId: id };
  };
  const submit = ({ currentTarget }: SubmitEvent<HTMLFormElement>) => {
    const name = String(new FormData(currentTarget).get("name"));
    adding.mutate(
      { name, from: fromOf(beginning) },
      { onSuccess: ({ interviewId }) => go(`/interviews/${interviewId}`) },
    );
  };
  return (
    <FormDialog title={t("interviews.add")} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={t("interviews.name")}
          hint={t("interviews.nameHint")}
          name="name"
          maxLength={INTERVIEW_NAME_MAX_LENGTH}
          error={faultOf(adding.error, "name")}
          required
          data-autofocus=""
        />
        <SelectField
          label={t("interviews.beginAs")}
          options={[
            ...templates.map(({ templateId, name, questions, minutes }) => ({
              value: templateId,
              label: t("interviews.template", { name, questions, minutes }),
            })),
            ...interviews.map(({ interviewId, name }) => ({
              value: interviewId,
              label: t("interviews.copyOf", { name }),
            })),
            { value: TABLE, label: t("interviews.table") },
            { value: EMPTY, label: t("interviews.empty") },
          ]}
          value={beginning}
          onChange={setBeginning}
        />
        {(beginning === TABLE || fromOf(beginning).kind !== "copy") && (
          <SelectField
            label={t("interviews.language")}
            options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
            value={language}
            onChange={(chosen) => {
              setLanguage(chosen as Language);
              // the table was read for the other language
              setRead(undefined);
            }}
          />
        )}
        {beginning === TABLE && (
          // a reading that is still under way is of the other language
          <TableSource
            key={language}
            language={language}
            text={text}
            read={read}
            onText={setText}
            onRead={setRead}
          />
        )}
        <ErrorMessage error={adding.error} />
        <Button
          variant="primary"
          type="submit"
          busy={adding.isPending}
          disabled={beginning === TABLE && !read}
        >
          {t("interviews.addSubmit")}
        </Button>
      </Form>
    </FormDialog>
  );
}
