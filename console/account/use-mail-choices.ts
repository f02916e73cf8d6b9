import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { doneSchema } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { type MailChoices, mailChoicesSchema } from "#contract/manage/mail/mail.ts";
import { call } from "../api/call.ts";

const CHOICES = ["mail-choices"];

export function useMailChoices() {
  return useQuery<MailChoices>({
    queryKey: CHOICES,
    queryFn: () => call({ endpoint: manageEndpoints.mailChoices, schema: mailChoicesSchema }),
  });
}

export function useChooseMail() {
  const queries = useQueryClient();
  return useMutation<object, Error, MailChoices>({
    mutationFn: (body) => call({ endpoint: manageEndpoints.chooseMail, schema: doneSchema, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: CHOICES }),
  });
}
