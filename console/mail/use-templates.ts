import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { MailTemplate, ShownTemplate } from "#contract/manage/mail/mail.ts";
import type { MailPreview } from "#contract/manage/mail/shown-mail.ts";
import { call } from "../api/call.ts";
import { useDebouncedValue } from "../ui/use-debounced-value.ts";

const TEMPLATES = ["mail-templates"];
/** The preview updates after this pause in typing, to avoid a call for each keystroke. */
const PREVIEW_AFTER_MS = 300;

export function useTemplates() {
  return useQuery<ShownTemplate[]>({
    queryKey: TEMPLATES,
    queryFn: async () => (await call(manageEndpoints.listMailTemplates)).templates,
  });
}

/** Identifies a template: the kind of email and the language. */
export type TemplateName = Pick<ShownTemplate, "kind" | "language">;
type MailPreviewState = { data: MailPreview | undefined; error: Error | null };

/** The server's preview of an email, updated shortly after each change. `error` says what is wrong with the text. */
export function usePreview(
  { kind, language }: TemplateName,
  { subject, text }: MailTemplate,
): MailPreviewState {
  const body = {
    subject: useDebouncedValue(subject, PREVIEW_AFTER_MS),
    text: useDebouncedValue(text, PREVIEW_AFTER_MS),
  };
  const endpoint = manageEndpoints.previewMailTemplate;
  const { data, error } = useQuery<MailPreview>({
    queryKey: ["mail-preview", kind, language, body],
    queryFn: () => call(endpoint, { params: { kind }, query: { language }, body }),
    placeholderData: keepPreviousData,
  });
  // an error of an earlier text does not apply to the current one
  const isOfThese = body.subject === subject && body.text === text;
  return { data, error: isOfThese ? error : null };
}

export function useChangeTemplate({ kind, language }: TemplateName) {
  const endpoint = manageEndpoints.changeMailTemplate;
  return useTemplatesChange<MailTemplate>((body) =>
    call(endpoint, { params: { kind }, query: { language }, body }),
  );
}

export function useRemoveTemplate({ kind, language }: TemplateName) {
  const endpoint = manageEndpoints.removeMailTemplate;
  return useTemplatesChange<void>(() => call(endpoint, { params: { kind }, query: { language } }));
}

function useTemplatesChange<Change>(change: (change: Change) => Promise<object>) {
  const queries = useQueryClient();
  return useMutation<object, Error, Change>({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: TEMPLATES }),
  });
}
