import type { FactsOf } from "./endpoint.ts";
import type { wires } from "./wires/wires.ts";

/** The client's calls, and the calls without sign-in. An `operator` call needs the token of the monitoring program. */
export const endpoints: FactsOf<typeof wires> = {
  exchange: { method: "POST", path: "/v1/auth/exchange", caller: "nobody" },
  emailLink: { method: "POST", path: "/v1/auth/link", caller: "nobody" },
  passkeyChallenge: { method: "POST", path: "/v1/auth/passkey/challenge", caller: "nobody" },
  signInByPasskey: { method: "POST", path: "/v1/auth/passkey", caller: "nobody" },
  newPasskey: { method: "POST", path: "/v1/auth/passkeys/challenge", caller: "client" },
  addPasskey: { method: "POST", path: "/v1/auth/passkeys", caller: "client" },
  passkeys: { method: "GET", path: "/v1/auth/passkeys", caller: "client" },
  dropPasskey: { method: "DELETE", path: "/v1/auth/passkeys/:passkeyId", caller: "client" },
  handOver: { method: "POST", path: "/v1/auth/hand-over", caller: "client" },
  // An expired token gets the same answer as a live one, so the route itself requires none.
  logout: { method: "POST", path: "/v1/auth/logout", caller: "nobody" },
  sessions: { method: "GET", path: "/v1/auth/sessions", caller: "client" },
  endOtherSessions: { method: "DELETE", path: "/v1/auth/sessions", caller: "client" },
  endSession: { method: "DELETE", path: "/v1/auth/sessions/:sessionId", caller: "client" },
  helpers: { method: "GET", path: "/v1/onboarding/helpers", caller: "client" },
  addHelper: { method: "POST", path: "/v1/onboarding/helpers", caller: "client" },
  renewHelperLink: { method: "POST", path: "/v1/onboarding/helpers/:helperId/link", caller: "client" },
  removeHelper: { method: "DELETE", path: "/v1/onboarding/helpers/:helperId", caller: "client" },
  load: { method: "GET", path: "/v1/onboarding", caller: "client" },
  save: { method: "PUT", path: "/v1/onboarding", caller: "client" },
  status: { method: "GET", path: "/v1/onboarding/status", caller: "client" },
  openFollowUps: { method: "GET", path: "/v1/onboarding/follow-ups", caller: "client" },
  askedBack: { method: "GET", path: "/v1/onboarding/asked-back", caller: "client" },
  takePart: { method: "PUT", path: "/v1/onboarding/takes/:takeId/parts/:part", caller: "client" },
  closeTake: { method: "PUT", path: "/v1/onboarding/takes/:takeId", caller: "client" },
  take: { method: "GET", path: "/v1/onboarding/takes/:takeId", caller: "client" },
  takeAudio: { method: "GET", path: "/v1/onboarding/takes/:takeId/audio", caller: "client" },
  retryTake: { method: "POST", path: "/v1/onboarding/takes/:takeId/transcription", caller: "client" },
  dropTake: { method: "DELETE", path: "/v1/onboarding/takes/:takeId", caller: "client" },
  interview: { method: "GET", path: "/v1/interview", caller: "nobody" },
  health: { method: "GET", path: "/healthz", caller: "nobody" },
  readiness: { method: "GET", path: "/readyz", caller: "nobody" },
  reachability: { method: "POST", path: "/v1/reachability", caller: "nobody" },
  openapi: { method: "GET", path: "/openapi.json", caller: "nobody" },
  /** Exists only if the operator has set a token for it. */
  metrics: { method: "GET", path: "/metrics", caller: "operator" },
};
