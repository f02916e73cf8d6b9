import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { MailChoices } from "#contract/manage/mail/mail.ts";
import { call } from "../api/call.ts";

const CHOICES = ["mail-choices"];

export function useMailChoices() {
  return useQuery<MailChoices>({
    queryKey: CHOICES,
    queryFn: () => call(manageEndpoints.mailChoices),
  });
}

export function useChooseMail() {
  const queries = useQueryClient();
  return useMutation<object, Error, MailChoices>({
    mutationFn: (body) => call(manageEndpoints.chooseMail, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: CHOICES }),
  });
}
