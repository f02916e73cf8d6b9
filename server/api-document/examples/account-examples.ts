import type { ApiToken } from "#contract/manage/accounts.ts";
import type { accountEndpoints } from "#contract/manage/endpoints/account.ts";
import type { authEndpoints } from "#contract/manage/endpoints/auth.ts";
import type { awayEndpoints } from "#contract/manage/endpoints/away.ts";
import type { managerEndpoints } from "#contract/manage/endpoints/managers.ts";
import type { ownSessionEndpoints } from "#contract/manage/endpoints/own-sessions.ts";
import type { secondFactorEndpoints } from "#contract/manage/endpoints/second-factor.ts";
import { type ExamplesOf, exampleTimes, ids } from "./example.ts";

const me = {
  managerId: ids.manager,
  name: "Mia Chen",
  email: "mia@provider.example",
  role: "administrator",
  expiresAt: exampleTimes.later,
  openId: null,
  hasPassword: true,
  secondFactor: { onSince: exampleTimes.added, recoveryCodes: 10, isDue: false },
} as const;
const apiToken: ApiToken = {
  tokenId: "tk_6e1f",
  name: "Nightly report",
  scopes: ["clients:read", "answers:read"],
  createdAt: exampleTimes.added,
  lastUsedAt: null,
  expiresAt: exampleTimes.later,
};
const proof = { password: "the password of today", code: "492039" };
const recoveryCodes = { recoveryCodes: ["3KQ7-9FXM", "P2WD-H6TN"] };
const passwordLink = {
  managerId: ids.manager,
  link: "https://onboarding.example/console/#link=fhl_EXAMPLE",
  expiresAt: exampleTimes.later,
  sentTo: null,
};
const mailedLink = { managerId: ids.manager, link: null, expiresAt: null, sentTo: "mia@provider.example" };

/** A manager's own account, and the management of accounts. */
export const accountExamples: ExamplesOf<
  typeof accountEndpoints &
    typeof authEndpoints &
    typeof managerEndpoints &
    typeof awayEndpoints &
    typeof ownSessionEndpoints &
    typeof secondFactorEndpoints
> = {
  me: { answer: me },
  changePassword: {
    body: { current: "the password of today", password: "a longer password for tomorrow" },
    answer: {},
  },
  listApiTokens: { answer: { tokens: [apiToken] } },
  addApiToken: {
    body: { name: "Nightly report", scopes: apiToken.scopes, days: 90, ...proof },
    answer: { ...apiToken, token: "fha_EXAMPLE" },
  },
  revokeApiToken: { answer: {} },
  signIn: { body: { email: "mia@provider.example", password: "the password of today" }, answer: me },
  useLink: { body: { token: "fhl_EXAMPLE", password: "a longer password for tomorrow" }, answer: me },
  forgotPassword: { body: { email: "mia@provider.example" } },
  passSecondStep: { body: { stepToken: "fhh_EXAMPLE", code: "492039" }, answer: me },
  signOut: { answer: {} },
  findSession: { answer: { me } },
  listManagers: {
    answer: {
      managers: [
        {
          managerId: ids.manager,
          name: "Mia Chen",
          email: "mia@provider.example",
          role: "administrator",
          state: "active",
          isLinked: false,
          hasSecondFactor: true,
          clients: 0,
          away: { handTo: { managerId: ids.colleague, name: "Leo Park" }, until: "2026-12-04", clients: 12 },
          createdAt: exampleTimes.added,
          lastUsedAt: exampleTimes.saved,
        },
      ],
    },
  },
  addManager: {
    body: { name: "Mia Chen", email: "mia@provider.example", role: "manager", linkBy: "mail", ...proof },
    answer: mailedLink,
  },
  makePasswordLink: { body: { linkBy: "hand", ...proof }, answer: passwordLink },
  unlinkManager: { answer: {} },
  removeSecondFactor: { body: proof, answer: {} },
  endManagerSessions: { answer: { ended: 2 } },
  changeManager: { body: { name: "Mia Chen", role: "administrator", ...proof }, answer: {} },
  revokeManager: { body: { handTo: ids.manager }, answer: {} },
  findAway: {
    answer: {
      away: { handTo: { managerId: ids.colleague, name: "Leo Park" }, until: "2026-12-04", clients: 12 },
      standsInFor: [],
      colleagues: [{ managerId: ids.colleague, name: "Leo Park" }],
    },
  },
  goAway: { body: { handTo: ids.colleague, until: "2026-12-04" }, answer: {} },
  comeBack: { answer: {} },
  reviveManager: { body: proof, answer: {} },
  listOwnSessions: {
    answer: {
      sessions: [
        {
          sessionId: ids.session,
          isThis: true,
          way: "password",
          begunAt: exampleTimes.begun,
          lastUsedAt: exampleTimes.saved,
          address: "192.0.2.0/24",
          device: "Firefox on Windows",
          label: "My laptop",
        },
      ],
    },
  },
  nameOwnSession: { body: { label: "My laptop" }, answer: {} },
  endOwnSession: { answer: {} },
  endOwnOtherSessions: { answer: { ended: 1 } },
  beginSecondFactor: {
    body: { password: "the password of today" },
    answer: {
      secret: "JBSWY3DPEHPK3PXP",
      address: "otpauth://totp/Provider:mia%40provider.example?secret=JBSWY3DPEHPK3PXP&issuer=Provider",
    },
  },
  confirmSecondFactor: { body: { code: "492039" }, answer: recoveryCodes },
  turnOffSecondFactor: { body: { password: "the password of today", code: "492039" }, answer: {} },
  renewRecoveryCodes: {
    body: { password: "the password of today", code: "492039" },
    answer: recoveryCodes,
  },
};
