import type { FastifyRequest } from "fastify";
import type { ListReader } from "../../clients/list-clients.ts";
import type { Actor } from "../../managers/actor.ts";
import { browserIdentity } from "../../managers/console-cookie.ts";
import { deviceName } from "../../managers/device-name.ts";
import type { SignInActor } from "../../managers/manager-sessions.ts";
import type { Scope } from "../../storage/clients/scope.ts";
import { signedInManager } from "../authentication.ts";
import { callerAddress } from "../caller-address.ts";
import type { Dependencies } from "../dependencies.ts";

/** The caller, for the audit trail. */
export function actorOf(request: FastifyRequest, at: number): Actor {
  const { manager, device } = request.signedIn ?? {};
  const actor = manager?.managerId ?? "nobody";
  return { actor, at, requestId: request.id, ...callerAddress(request), ...(device && { device }) };
}

/** The same for a change to an account; administrators are notified of these where a mail server is set. */
export function notifyingActor(
  request: FastifyRequest,
  { clock, mail }: Pick<Dependencies, "clock" | "mail">,
): Actor {
  return { ...actorOf(request, clock()), isNotified: mail.isOn };
}

/** The caller who signs in, with device and browser. */
export function signInActorOf(request: FastifyRequest, at: number): SignInActor {
  const device = deviceName(request.headers["user-agent"]);
  return { ...actorOf(request, at), device, browser: browserIdentity(request) };
}

/** The clients that the caller may see; storage reads no others. */
export function scopeOf(request: FastifyRequest): Scope {
  const { managerId, role } = signedInManager(request).manager;
  return role === "administrator" ? "all" : { managerId };
}

/** The manager who reads a list of clients. */
export function readerOf(request: FastifyRequest): ListReader {
  return { scope: scopeOf(request), readerId: signedInManager(request).manager.managerId };
}
