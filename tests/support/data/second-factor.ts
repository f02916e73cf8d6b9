import type { SecondFactorSecret, SignInResult } from "#contract/manage/second-factor.ts";
import type { Service } from "../service/service.ts";
import { appCode, appSecret, wrongCode } from "./authenticator.ts";
import { CONSOLE, type ConsoleCaller, PASSWORD } from "./console-caller.ts";

const PERIOD_MS = 30_000;

export type Phone = Awaited<ReturnType<typeof turnOn>>;

/** Turns a second factor on, as its owner does in the console. */
export async function turnOn(service: Service, manager: ConsoleCaller) {
  const begun = await manager.send<SecondFactorSecret>("POST", "/me/second-factor", { password: PASSWORD });
  const secret = appSecret(begun.address);
  const shown = () => appCode(secret, service.time.now);
  const { recoveryCodes } = await manager.send<{ recoveryCodes: string[] }>("PUT", "/me/second-factor", {
    code: shown(),
  });
  return {
    secret,
    recoveryCodes,
    /** The code that the phone shows now. */
    shown,
    wrong: () => wrongCode(secret, service.time.now),
    /** Moves the time to the next code, and returns that code. */
    next() {
      service.time.now += PERIOD_MS;
      return shown();
    },
  };
}

export function signInTo(service: Service, email: string, password = PASSWORD): Promise<Response> {
  return service.call("POST", "/v1/manage/auth/sign-in", { body: { email, password }, headers: CONSOLE });
}

/** Does the first half of a sign-in; returns its token. */
export async function halfIn(service: Service, { email }: { email: string }): Promise<string> {
  const { data } = (await (await signInTo(service, email)).json()) as { data: SignInResult };
  if (!("stepToken" in data)) throw new Error("No code was asked for");
  return data.stepToken;
}

export function passStep(service: Service, stepToken: string, code: unknown): Promise<Response> {
  return service.call("POST", "/v1/manage/auth/second-step", { body: { stepToken, code }, headers: CONSOLE });
}
