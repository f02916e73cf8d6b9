import * as z from "zod/mini";
import { endpoints } from "#contract/api/endpoints.ts";
import {
  type NewPasskeyAnswer,
  type PasskeyFacts,
  type PasskeySignIn,
  passkeyCreationSchema,
  passkeyRequestSchema,
  passkeysSchema,
} from "#contract/api/passkeys.ts";
import { type ExchangeOutcome, signInCall } from "./auth-api.ts";
import { call } from "./call.ts";
import type { Result } from "./result.ts";

export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;
const anythingSchema = z.unknown();

/** Gets the challenge that the device's lock answers to sign in. */
export function askForPasskey(): Promise<Result<PasskeyRequest>> {
  return call(endpoints.passkeyChallenge, { schema: passkeyRequestSchema, usesServerMessage: true });
}

type PasskeyTry = { passkey: PasskeySignIn["passkey"]; pin?: string | undefined };

/** Exchanges the answer of the device's lock for a session; the PIN only if the server has asked for one. */
export function signInByPasskey({ passkey, pin }: PasskeyTry): Promise<ExchangeOutcome> {
  const body = { passkey, ...(pin !== undefined && { pin }) };
  return signInCall((options) => call(endpoints.signInByPasskey, { ...options, body }));
}

/** Gets the options for a new passkey on this device. */
export function askForNewPasskey(token: string): Promise<Result<PasskeyCreation>> {
  return call(endpoints.newPasskey, { schema: passkeyCreationSchema, token, usesServerMessage: true });
}

export function addPasskey(token: string, passkey: NewPasskeyAnswer["passkey"]): Promise<Result<unknown>> {
  const body = { passkey };
  return call(endpoints.addPasskey, { schema: anythingSchema, token, body, usesServerMessage: true });
}

/** The active passkeys, the newest first. */
export function loadPasskeys(token: string): Promise<Result<PasskeyFacts[]>> {
  return call(endpoints.passkeys, { schema: passkeysSchema, token });
}

/** A passkey that is already gone counts as removed, too. */
export async function dropPasskey(token: string, passkeyId: string): Promise<Result<unknown>> {
  const dropped = await call(endpoints.dropPasskey, { params: { passkeyId }, schema: anythingSchema, token });
  const isGone = !dropped.ok && dropped.error.code === "NOT_FOUND";
  return isGone ? { ok: true, data: undefined } : dropped;
}
