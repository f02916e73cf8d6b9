import { accountEndpoints } from "./endpoints/account.ts";
import { answerEndpoints } from "./endpoints/answers.ts";
import { auditEndpoints } from "./endpoints/audit.ts";
import { authEndpoints } from "./endpoints/auth.ts";
import { awayEndpoints } from "./endpoints/away.ts";
import { briefEndpoints } from "./endpoints/briefs.ts";
import { bulkEndpoints } from "./endpoints/bulk.ts";
import { checkEndpoints } from "./endpoints/checks.ts";
import { clientSessionEndpoints } from "./endpoints/client-sessions.ts";
import { clientEndpoints } from "./endpoints/clients.ts";
import { deliveryEndpoints } from "./endpoints/deliveries.ts";
import { draftEndpoints } from "./endpoints/drafts.ts";
import { fieldEndpoints } from "./endpoints/fields.ts";
import { followUpEndpoints } from "./endpoints/follow-ups.ts";
import { historyEndpoints } from "./endpoints/history.ts";
import { importEndpoints } from "./endpoints/import.ts";
import { interviewEndpoints } from "./endpoints/interviews.ts";
import { keyEndpoints } from "./endpoints/keys.ts";
import { mailEndpoints } from "./endpoints/mail.ts";
import { mailTemplateEndpoints } from "./endpoints/mail-templates.ts";
import { managerEndpoints } from "./endpoints/managers.ts";
import { noteEndpoints } from "./endpoints/notes.ts";
import { openIdEndpoints } from "./endpoints/openid.ts";
import { overviewEndpoints } from "./endpoints/overview.ts";
import { ownSessionEndpoints } from "./endpoints/own-sessions.ts";
import { pinEndpoints } from "./endpoints/pins.ts";
import { readMarkerEndpoints } from "./endpoints/read-markers.ts";
import { searchEndpoints } from "./endpoints/search.ts";
import { secondFactorEndpoints } from "./endpoints/second-factor.ts";
import { settingEndpoints } from "./endpoints/settings.ts";
import { shareEndpoints } from "./endpoints/shares.ts";
import { tagEndpoints } from "./endpoints/tags.ts";
import { timelineEndpoints } from "./endpoints/timeline.ts";
import { viewEndpoints } from "./endpoints/views.ts";
import { webhookEndpoints } from "./endpoints/webhooks.ts";

/** The account managers' calls; the console makes no others. */
export const manageEndpoints = {
  ...answerEndpoints,
  ...auditEndpoints,
  ...briefEndpoints,
  ...bulkEndpoints,
  ...checkEndpoints,
  ...clientSessionEndpoints,
  ...clientEndpoints,
  ...deliveryEndpoints,
  ...draftEndpoints,
  ...fieldEndpoints,
  ...historyEndpoints,
  ...importEndpoints,
  ...interviewEndpoints,
  ...keyEndpoints,
  ...readMarkerEndpoints,
  ...mailTemplateEndpoints,
  ...mailEndpoints,
  ...noteEndpoints,
  ...overviewEndpoints,
  ...pinEndpoints,
  ...followUpEndpoints,
  ...searchEndpoints,
  ...shareEndpoints,
  ...tagEndpoints,
  ...timelineEndpoints,
  ...viewEndpoints,
  ...settingEndpoints,
  ...webhookEndpoints,
  ...accountEndpoints,
  ...authEndpoints,
  ...managerEndpoints,
  ...awayEndpoints,
  ...openIdEndpoints,
  ...secondFactorEndpoints,
  ...ownSessionEndpoints,
};
