import * as z from "zod/mini";
import { CREDENTIAL_ID_MAX_LENGTH, CREDENTIAL_PART_MAX_LENGTH, PIN_MAX_LENGTH } from "../limits.ts";
import { countSchema, instantSchema } from "./scalars.ts";

/** Passkeys as calls carry them: the parts of Web Authentication's JSON that we use. Bytes are base64url. */

const bytesSchema = (max: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(max));
const credentialIdSchema = bytesSchema(CREDENTIAL_ID_MAX_LENGTH);
const partSchema = bytesSchema(CREDENTIAL_PART_MAX_LENGTH);

const credential = {
  id: credentialIdSchema,
  rawId: credentialIdSchema,
  type: z.literal("public-key"),
  /** Empty: the secret that opens the draft on a device stays on that device. */
  clientExtensionResults: z.strictObject({}),
};

/** The options with which a browser signs in by passkey. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** In milliseconds. */
  timeout: countSchema,
  userVerification: z.literal("required"),
});

/** The options with which a browser creates a passkey. */
export const passkeyCreationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: countSchema,
  /** This client's passkeys, so that a device does not create a second one. */
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal("public-key") })),
  authenticatorSelection: z.object({
    authenticatorAttachment: z.literal("platform"),
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

/** A browser's answer to a `passkeyRequestSchema`. */
export const passkeySignInSchema = z.strictObject({
  passkey: z.strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: partSchema,
      authenticatorData: partSchema,
      signature: partSchema,
    }),
  }),
  /** For clients who have a PIN. */
  pin: z.optional(z.string().check(z.maxLength(PIN_MAX_LENGTH))),
});
export type PasskeySignIn = z.infer<typeof passkeySignInSchema>;

/** A browser's answer to a `passkeyCreationSchema`. */
export const newPasskeySchema = z.strictObject({
  passkey: z.strictObject({
    ...credential,
    response: z.strictObject({ clientDataJSON: partSchema, attestationObject: partSchema }),
  }),
});
export type NewPasskeyAnswer = z.infer<typeof newPasskeySchema>;

export const passkeySchema = z.object({
  /** Not secret. */
  passkeyId: z.string(),
  /** The device that added it, such as "iPhone, Safari"; null if the browser did not say. */
  device: z.nullable(z.string()),
  addedAt: instantSchema,
  lastUsedAt: z.nullable(instantSchema),
});
/** The live passkeys, newest first. */
export const passkeysSchema = z.array(passkeySchema);
export type PasskeyFacts = z.infer<typeof passkeySchema>;

export const passkeyDroppedSchema = z.object({});
