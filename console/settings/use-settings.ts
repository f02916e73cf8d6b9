import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "#contract/api/endpoint.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { MailChecks } from "#contract/manage/mail/mail-check.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { call } from "../api/call.ts";

const SETTINGS = ["settings"];
/** Longer than the server's own limits: fifteen seconds, plus the time for DNS lookups. */
const CHECK_TIMEOUT_MS = 40_000;

export type SettingsChange = RequestOf<typeof manageEndpoints.changeSettings>["body"];
export type SettingRestoring = RequestOf<typeof manageEndpoints.restoreSetting>["body"];

export function useSettings() {
  return useQuery<ShownSettings>({
    queryKey: SETTINGS,
    queryFn: () => call(manageEndpoints.readSettings),
  });
}

export function useChangeSettings() {
  return useSettingsCall<SettingsChange>((body) => call(manageEndpoints.changeSettings, { body }));
}

export function useRestoreSetting() {
  return useSettingsCall<SettingRestoring>((body) => call(manageEndpoints.restoreSetting, { body }));
}

export function useCheckMail() {
  return useMutation<MailChecks, Error, void>({
    mutationFn: () => call(manageEndpoints.checkMail, { timeoutMs: CHECK_TIMEOUT_MS }),
  });
}

function useSettingsCall<Body>(change: (body: Body) => Promise<ShownSettings>) {
  const queries = useQueryClient();
  return useMutation<ShownSettings, Error, Body>({
    mutationFn: change,
    onSuccess(settings) {
      queries.setQueryData(SETTINGS, settings);
      // settings affect whether email is sent, the audit trail, and who counts as stalled
      return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SETTINGS[0] });
    },
  });
}
