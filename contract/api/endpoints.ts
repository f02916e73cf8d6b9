import type { FactsOf } from "./endpoint.ts";
import type { authWires } from "./wires/auth.ts";
import type { onboardingWires } from "./wires/onboarding.ts";
import type { openWires } from "./wires/open.ts";
import type { takesWires } from "./wires/takes.ts";

/** Apart from the facts, so that the client's app carries the schemas of none of them. */
type Wires = typeof authWires & typeof onboardingWires & typeof takesWires & typeof openWires;

/**
 * The client's calls and the open ones (product §3). `nobody` means that no sign-in is asked for, `operator` that the
 * program which watches the server shows its token.
 */
export const endpoints: FactsOf<Wires> = {
  exchange: {
    method: "POST",
    path: "/v1/auth/exchange",
    caller: "nobody",
    summary: "Exchange an access key for a session",
  },
  emailLink: {
    method: "POST",
    path: "/v1/auth/link",
    caller: "nobody",
    summary: "Email the client a new sign-in link",
  },
  passkeyChallenge: {
    method: "POST",
    path: "/v1/auth/passkey/challenge",
    caller: "nobody",
    summary: "What a browser is asked for to sign in by passkey",
  },
  signInByPasskey: {
    method: "POST",
    path: "/v1/auth/passkey",
    caller: "nobody",
    summary: "Exchange a passkey for a session",
  },
  newPasskey: {
    method: "POST",
    path: "/v1/auth/passkeys/challenge",
    caller: "client",
    summary: "What a browser is asked for to make a passkey",
  },
  addPasskey: { method: "POST", path: "/v1/auth/passkeys", caller: "client", summary: "Add a passkey" },
  passkeys: {
    method: "GET",
    path: "/v1/auth/passkeys",
    caller: "client",
    summary: "The client's passkeys",
  },
  dropPasskey: {
    method: "DELETE",
    path: "/v1/auth/passkeys/:passkeyId",
    caller: "client",
    summary: "Remove a passkey, and end its sessions",
  },
  handOver: {
    method: "POST",
    path: "/v1/auth/hand-over",
    caller: "client",
    summary: "Make a link that signs in another device",
  },
  // A dead token is answered like a live one, so the route itself asks for none.
  logout: { method: "POST", path: "/v1/auth/logout", caller: "nobody", summary: "End the session" },
  sessions: {
    method: "GET",
    path: "/v1/auth/sessions",
    caller: "client",
    summary: "Where the client is signed in",
  },
  endOtherSessions: {
    method: "DELETE",
    path: "/v1/auth/sessions",
    caller: "client",
    summary: "End all sessions of the client but the one that asks",
  },
  endSession: {
    method: "DELETE",
    path: "/v1/auth/sessions/:sessionId",
    caller: "client",
    summary: "End one session of the client",
  },
  load: { method: "GET", path: "/v1/onboarding", caller: "client", summary: "Read the client's record" },
  save: {
    method: "PUT",
    path: "/v1/onboarding",
    caller: "client",
    summary: "Replace the client's record, and submit it where asked",
  },
  status: {
    method: "GET",
    path: "/v1/onboarding/status",
    caller: "client",
    summary: "How far the client has come",
  },
  openFollowUps: {
    method: "GET",
    path: "/v1/onboarding/follow-ups",
    caller: "client",
    summary: "What the account manager has asked again, and the client has not answered yet",
  },
  askedBack: {
    method: "GET",
    path: "/v1/onboarding/asked-back",
    caller: "client",
    summary: "Open follow-ups by their earlier name",
  },
  takePart: {
    method: "PUT",
    path: "/v1/onboarding/takes/:takeId/parts/:part",
    caller: "client",
    summary: "Send one part of a recorded take",
  },
  closeTake: {
    method: "PUT",
    path: "/v1/onboarding/takes/:takeId",
    caller: "client",
    summary: "Say that a take is whole",
  },
  take: {
    method: "GET",
    path: "/v1/onboarding/takes/:takeId",
    caller: "client",
    summary: "What became of a take, with its transcript",
  },
  takeAudio: {
    method: "GET",
    path: "/v1/onboarding/takes/:takeId/audio",
    caller: "client",
    summary: "Hear a take",
  },
  retryTake: {
    method: "POST",
    path: "/v1/onboarding/takes/:takeId/transcription",
    caller: "client",
    summary: "Transcribe a take once more",
  },
  dropTake: {
    method: "DELETE",
    path: "/v1/onboarding/takes/:takeId",
    caller: "client",
    summary: "Delete a take that no answer names",
  },
  interview: {
    method: "GET",
    path: "/v1/interview",
    caller: "nobody",
    summary: "The interview's definition",
  },
  health: { method: "GET", path: "/healthz", caller: "nobody", summary: "The process is alive" },
  readiness: { method: "GET", path: "/readyz", caller: "nobody", summary: "The server can serve" },
  openapi: { method: "GET", path: "/openapi.json", caller: "nobody", summary: "This document" },
  /** Only there where the operator has set a token for it. */
  metrics: {
    method: "GET",
    path: "/metrics",
    caller: "operator",
    summary: "What is counted, for Prometheus",
  },
};
