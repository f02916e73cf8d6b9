import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { endpoints } from "#contract/api/endpoints.ts";
import { signInOf, signInOutcomes, signInSides } from "./sign-in-outcome.ts";

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Methods with their own label value; all others are counted as `other`. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
/** Each built file has a separate route, whose name changes with every release. */
const BUILT_FILE = /^((?:\/console)?\/assets\/).+$/;
const NO_ROUTE = "none";

const saveOutcomes = ["saved", "conflict", "refused", "unavailable", "failed"] as const;
type SaveOutcome = (typeof saveOutcomes)[number];

/** Requests and their outcomes. Labels never contain text chosen by a caller. */
export function httpMetrics(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: "firsthand_http_requests_total",
    help: "Requests that were answered, by the route's pattern.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "firsthand_http_request_duration_seconds",
    help: "From a request's headers to the end of its answer.",
    labelNames: ["method", "route"],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const failures = new Counter({
    name: "firsthand_http_failures_total",
    help: "Requests that were answered with a failure, by its code in the error catalog.",
    labelNames: ["code"],
    registers,
  });
  const broken = new Counter({
    name: "firsthand_http_broken_requests_total",
    help: "Requests that could not be read: no HTTP, no address, or not in time.",
    registers,
  });
  const saves = new Counter({
    name: "firsthand_saves_total",
    help: "Saves of records by clients, by what became of them.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of saveOutcomes) saves.inc({ outcome }, 0);
  const signIns = new Counter({
    name: "firsthand_sign_ins_total",
    help: "Sign-ins of clients and of account managers, by what became of them.",
    labelNames: ["side", "outcome"],
    registers,
  });
  for (const side of signInSides) for (const outcome of signInOutcomes) signIns.inc({ side, outcome }, 0);

  function note(request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode: status } = reply;
    const route = request.routeOptions.url?.replace(BUILT_FILE, "$1*") ?? NO_ROUTE;
    const method = METHODS.includes(request.method) ? request.method : "other";
    requests.inc({ method, route, status: `${Math.trunc(status / 100)}xx` });
    durations.observe({ method, route }, reply.elapsedTime / 1_000);
    if (request.failureCode) failures.inc({ code: request.failureCode });
    if (method === endpoints.save.method && route === endpoints.save.path)
      saves.inc({ outcome: saveOutcome(status) });
    const signIn = signInOf(request, reply);
    if (signIn) signIns.inc(signIn);
  }

  return {
    noteBroken: () => broken.inc(),
    watchHttp(app: FastifyInstance): void {
      app.addHook("onResponse", (request, reply, done) => {
        note(request, reply);
        done();
      });
      new Gauge({
        name: "firsthand_http_connections",
        help: "Open connections.",
        registers,
        async collect() {
          this.set(await openConnections(app));
        },
      });
    },
  };
}

function openConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });
}

function saveOutcome(status: number): SaveOutcome {
  if (status < 300) return "saved";
  if (status === 412) return "conflict";
  if (status === 503) return "unavailable";
  return status < 500 ? "refused" : "failed";
}
