import type { ManageEndpointTable } from "../endpoint.ts";
import { SETTINGS_BODY_MAX_BYTES } from "../limits.ts";
import { mailChecksSchema } from "../mail/mail-check.ts";
import { OWNER_PROOF_ERRORS } from "../owner-proof.ts";
import {
  changeSettingsRequestSchema,
  restoreSettingRequestSchema,
  shownSettingsSchema,
} from "../settings/settings.ts";

/** Settings that administrators change in the console. */
export const settingEndpoints = {
  readSettings: {
    method: "GET",
    path: "/v1/manage/settings",
    caller: "administrator",
    summary: "The settings in force, and where each comes from; no password is in them",
    data: shownSettingsSchema,
  },
  changeSettings: {
    method: "PATCH",
    path: "/v1/manage/settings",
    caller: "administrator",
    summary: "Change one setting or several",
    maxBytes: SETTINGS_BODY_MAX_BYTES,
    body: changeSettingsRequestSchema,
    data: shownSettingsSchema,
    errors: [...OWNER_PROOF_ERRORS, "SETTING_CHANGED", "SETTING_LOCKED"],
  },
  restoreSetting: {
    method: "POST",
    path: "/v1/manage/settings/restore",
    caller: "administrator",
    summary: "Bring back a setting as it was before an event of the audit trail",
    body: restoreSettingRequestSchema,
    data: shownSettingsSchema,
    errors: [...OWNER_PROOF_ERRORS, "NOT_FOUND", "SETTING_CHANGED", "SETTING_LOCKED"],
  },
  checkMail: {
    method: "POST",
    path: "/v1/manage/settings/mail/check",
    caller: "administrator",
    summary: "Sign in to the mail server, mail a test to one's own address, and read SPF and DMARC",
    data: mailChecksSchema,
    errors: ["MAIL_OFF"],
  },
} as const satisfies ManageEndpointTable;
