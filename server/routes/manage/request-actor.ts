import type { FastifyRequest } from "fastify";
import type { Reader } from "../../clients/list-clients.ts";
import type { Actor } from "../../managers/actor.ts";
import { browserMark } from "../../managers/console-cookie.ts";
import { deviceName } from "../../managers/device-name.ts";
import type { Arrival } from "../../managers/manager-sessions.ts";
import type { Scope } from "../../storage/clients/scope.ts";
import { signedInManager } from "../authentication.ts";
import { callerAddress } from "../caller-address.ts";
import type { Dependencies } from "../dependencies.ts";

/** Who makes this call, for the audit trail. */
export function actorOf(request: FastifyRequest, at: number): Actor {
  const { manager, device } = request.signedIn ?? {};
  const actor = manager?.managerId ?? "nobody";
  return { actor, at, requestId: request.id, ...callerAddress(request), ...(device && { device }) };
}

/** The same for an act on an account, of which administrators are notified where there is a mail server. */
export function tellingActor(
  request: FastifyRequest,
  { clock, mail }: Pick<Dependencies, "clock" | "mail">,
): Actor {
  return { ...actorOf(request, clock()), isNotified: mail.isOn };
}

/** Who comes in by this call. */
export function arrivalOf(request: FastifyRequest, at: number): Arrival {
  const device = deviceName(request.headers["user-agent"]);
  return { ...actorOf(request, at), device, browser: browserMark(request) };
}

/** Whose clients the caller may see; storage looks at no others. */
export function scopeOf(request: FastifyRequest): Scope {
  const { managerId, role } = signedInManager(request).manager;
  return role === "administrator" ? "all" : { managerId };
}

/** Who reads a list of clients. */
export function readerOf(request: FastifyRequest): Reader {
  return { scope: scopeOf(request), readerId: signedInManager(request).manager.managerId };
}
