import { isIPv4 } from "node:net";
import type { FastifyRequest } from "fastify";
import { signedInManager } from "../../authentication.ts";
import type { Reader } from "../../clients/list-clients.ts";
import type { Actor } from "../../managers/actor.ts";
import { deviceName } from "../../managers/device-name.ts";
import type { Arrival } from "../../managers/manager-sessions.ts";
import type { Scope } from "../../storage/scope.ts";

/** Who makes this call, for the audit trail. */
export function actorOf(request: FastifyRequest, at: number): Actor {
  const actor = request.signedIn?.manager.managerId ?? "nobody";
  return { actor, at, requestId: request.id, ...callerAddress(request) };
}

/** Who comes in by this call. */
export function arrivalOf(request: FastifyRequest, at: number): Arrival {
  return { ...actorOf(request, at), device: deviceName(request.headers["user-agent"]) };
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

/** From where a request comes, as far as it is noted; whoever has gone meanwhile has no address any more. */
export function callerAddress({ ip }: { ip: string | undefined }): Pick<Actor, "address"> {
  return ip === undefined ? {} : { address: coarseAddress(ip) };
}

/** An IPv4 /24 or an IPv6 /48: enough to tell one place from another, not one household from the next. */
function coarseAddress(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(address)) return address.replace(/\d+$/, "0/24");
  const groups = new URL(`http://[${address.replace(/%.*$/, "")}]`).hostname.slice(1, -1).split("::");
  const before = (groups[0] ?? "").split(":").filter(Boolean);
  const after = groups.length > 1 ? (groups[1] ?? "").split(":").filter(Boolean) : [];
  const zeros = groups.length > 1 ? Array(8 - before.length - after.length).fill("0") : [];
  return `${[...before, ...zeros, ...after].slice(0, 3).join(":")}::/48`;
}
