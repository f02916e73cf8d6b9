import * as z from "zod/mini";
import { EMAIL_MAX_LENGTH, emailSchema } from "../api/email.ts";
import { idSchema } from "../api/ids.ts";
import { instantSchema } from "../api/scalars.ts";
import { scopeNames } from "../api/scopes.ts";
import { absenceSchema } from "./away.ts";
import {
  API_TOKEN_MAX_DAYS,
  API_TOKEN_NAME_MAX_LENGTH,
  MANAGER_NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from "./limits.ts";
import { nameSchema } from "./names.ts";
import { ownerProofFields } from "./owner-proof.ts";

/** The people who work for the provider, and how they sign in. */

/** A manager has their own clients; an administrator has all clients, the managers and the settings. */
export const roles = ["manager", "administrator"] as const;
export type Role = (typeof roles)[number];

const TOKEN_MAX_LENGTH = 200;

export const passwordSchema = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_LENGTH, `needs at least ${PASSWORD_MIN_LENGTH} characters`),
    z.maxLength(PASSWORD_MAX_LENGTH, `has more than ${PASSWORD_MAX_LENGTH} characters`),
  );

/** Not validated further, since every wrong entry gets the same answer. */
export const signInRequestSchema = z.strictObject({
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX_LENGTH)),
  password: z.string().check(z.maxLength(PASSWORD_MAX_LENGTH)),
});

/** Sets a password with a one-time link. */
export const useLinkRequestSchema = z.strictObject({
  token: z.string().check(z.maxLength(TOKEN_MAX_LENGTH)),
  password: passwordSchema,
});

/** Asks for a link to set a new password. */
export const forgotPasswordRequestSchema = z.strictObject({ email: emailSchema });
/** The same for every address, so that callers cannot learn which accounts exist. */
export const forgotPasswordAnswerSchema = z.object({
  /** Whether this installation sends mail at all. */
  sendsMail: z.boolean(),
});
export type ForgotPasswordAnswer = z.infer<typeof forgotPasswordAnswerSchema>;

export const changePasswordRequestSchema = z.strictObject({
  current: z.string().check(z.maxLength(PASSWORD_MAX_LENGTH)),
  password: passwordSchema,
});

/** The manager who is signed in. */
export const meSchema = z.object({
  managerId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** When the session or token expires; null for an API token of an earlier release, which never expires. */
  expiresAt: z.nullable(instantSchema),
  /** Null if OpenID Connect is not set up. */
  openId: z.nullable(
    z.object({
      /** The label of the button. */
      name: z.string(),
      isLinked: z.boolean(),
    }),
  ),
  /** Whether sign-in with a password is on. */
  hasPassword: z.boolean(),
  secondFactor: z.object({
    /** Null while it is off. */
    onSince: z.nullable(instantSchema),
    /** The number of unused codes. */
    recoveryCodes: z.int(),
    /** Whether the manager has to set it up before doing anything else. */
    isDue: z.boolean(),
  }),
});
export type CurrentManager = z.infer<typeof meSchema>;

/** Null if there is no session. */
export const foundSessionSchema = z.object({ me: z.nullable(meSchema) });

export const managerSchema = z.object({
  managerId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** `invited`: the manager has neither set a password nor signed in by OpenID Connect. */
  state: z.enum(["invited", "active", "revoked"]),
  /** Whether the account is linked to one at the OpenID Connect provider. */
  isLinked: z.boolean(),
  hasSecondFactor: z.boolean(),
  clients: z.int(),
  /** Null if the manager is not away. */
  away: z.nullable(absenceSchema),
  createdAt: instantSchema,
  lastUsedAt: z.nullable(instantSchema),
});
export type Manager = z.infer<typeof managerSchema>;
export const managersSchema = z.object({ managers: z.array(managerSchema) });

/** How the manager gets the link for setting a password. */
const linkWayFields = {
  /** `mail` sends the link to the account's address; `hand` shows it once. The default is `mail` if mail is set up. */
  linkBy: z.optional(z.enum(["mail", "hand"])),
};

export const addManagerRequestSchema = z.strictObject({
  name: nameSchema(MANAGER_NAME_MAX_LENGTH),
  email: emailSchema,
  role: z.enum(roles),
  ...linkWayFields,
  ...ownerProofFields,
});
export type AddManagerRequest = z.infer<typeof addManagerRequestSchema>;

export const changeManagerRequestSchema = z.strictObject({
  name: nameSchema(MANAGER_NAME_MAX_LENGTH),
  role: z.enum(roles),
  /** Required if the account becomes an administrator. */
  ...ownerProofFields,
});
export type ChangeManagerRequest = z.infer<typeof changeManagerRequestSchema>;

export const makePasswordLinkRequestSchema = z.strictObject({ ...linkWayFields, ...ownerProofFields });
export type MakePasswordLinkRequest = z.infer<typeof makePasswordLinkRequestSchema>;

/** Anyone with the link can set the account's password. */
export const passwordLinkSchema = z.object({
  managerId: z.string(),
  /** Shown once. Null if it is mailed. */
  link: z.nullable(z.string()),
  expiresAt: z.nullable(instantSchema),
  /** The address that it is mailed to; null if it is shown. */
  sentTo: z.nullable(z.string()),
});
export type PasswordLink = z.infer<typeof passwordLinkSchema>;

export const revokeManagerRequestSchema = z.strictObject({
  /** The colleague who gets the account's clients; if null or absent, the administrators do. */
  handTo: z.optional(z.nullable(idSchema)),
});
export type RevokeManagerRequest = z.infer<typeof revokeManagerRequestSchema>;

const scopesSchema = z.array(z.enum(scopeNames));

export const addApiTokenRequestSchema = z.strictObject({
  name: nameSchema(API_TOKEN_NAME_MAX_LENGTH),
  /** What the token may do; its owner's rights limit it too. */
  scopes: scopesSchema.check(
    z.minLength(1, "Choose at least one"),
    z.maxLength(scopeNames.length),
    z.refine((chosen) => new Set(chosen).size === chosen.length, "Name each of them once"),
  ),
  days: z.int().check(z.minimum(1), z.maximum(API_TOKEN_MAX_DAYS)),
  ...ownerProofFields,
});
export type AddApiTokenRequest = z.infer<typeof addApiTokenRequestSchema>;

export const apiTokenSchema = z.object({
  tokenId: z.string(),
  name: z.string(),
  scopes: scopesSchema,
  createdAt: instantSchema,
  lastUsedAt: z.nullable(instantSchema),
  expiresAt: z.nullable(instantSchema),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;
export const apiTokensSchema = z.object({ tokens: z.array(apiTokenSchema) });
/** The only answer that has the token itself. */
export const addedApiTokenSchema = z.extend(apiTokenSchema, { token: z.string() });

export const doneSchema = z.object({});
