import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noInterviewFile } from "../../server/interview-file/read-interview-file.ts";
import { openSite, type PageValues } from "../../server/pages/site.ts";
import { parseRaw, sendRaw } from "../support/peers/raw-http.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";
import { smallSite } from "../support/service/site-folder.ts";

const small = smallSite(`Rosa & <script>alert("x")</script>`);
const VALUES: PageValues = {
  providerName: "Rosa",
  interview: { definitions: new Map([["en", { hash: "h4sh" }]]), minutes: "35" },
  dictation: "browser",
  recording: "kept",
  openIdName: "",
  passkeys: "off",
  passwords: "on",
  signInLinks: () => "off",
  provided: noInterviewFile,
};
let service: Service;
beforeAll(async () => {
  service = await startService({ site: small.site });
});
afterAll(async () => {
  await service.close();
  small.remove();
});

test("the page shows the provider's name as text, and leaves marks without a value unchanged", async () => {
  const response = await service.call("GET", "/");
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await response.text()).toBe(
    "<!doctype html><title>Rosa &amp; &lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</title><meta content=en:h4sh es:h5sh><meta content=kept>{{other}}",
  );
});

describe("the page comes in the language that", () => {
  const languageOf = async (path: string, wished?: string) => {
    const headers = wished === undefined ? {} : { "accept-language": wished };
    const response = await service.call("GET", path, { headers });
    const page = await response.text();
    expect(page.includes("lang=es")).toBe(response.headers.get("content-language") === "es");
    expect(response.headers.get("vary")).toBe("accept-encoding, accept-language");
    return response.headers.get("content-language");
  };

  test.each([
    ["es-MX,es;q=0.9,en;q=0.5", "es"],
    ["en-GB,es;q=0.9", "en"],
    ["en;q=0.2,es;q=0.9", "es"],
    ["es;q=0,*", "en"],
    ["de,fr;q=0.5", "en"],
    ["*", "en"],
    [";;,=q", "en"],
    [undefined, "en"],
  ])("the browser prefers: %s", async (wished, language) => {
    expect(await languageOf("/", wished)).toBe(language);
  });

  test("the address requests, before the browser's", async () => {
    expect(await languageOf("/?language=es", "en")).toBe("es");
    expect(await languageOf("/?language=en&x=1", "es")).toBe("en");
  });

  test("is offered, where the address requests another, two, or an invalid one", async () => {
    for (const asked of [
      "language=de",
      "language=",
      "language=es&language=en",
      "language[]=es",
      "language=../x",
    ])
      expect(await languageOf(`/?${asked}`, "es")).toBe("es");
  });
});

describe.each([
  ["/", "<!doctype html>"],
  ["/sw.js", "const kept ="],
  ["/manifest.webmanifest", '"start_url":"/"'],
])("%s", (path, content) => {
  test.each([
    ["br, gzip", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["identity", null],
    ["br;q=0, gzip;q=0.0", null],
  ])("to a browser that accepts %s is sent as %s", async (accepted, encoding) => {
    const response = await service.call("GET", path, { headers: { "accept-encoding": accepted } });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("vary")).toContain("accept-encoding");
    expect(await response.text()).toContain(content);
  });
});

test("the manifest has the provider's name", async () => {
  const response = await service.call("GET", "/manifest.webmanifest");
  expect(response.headers.get("content-type")).toBe("application/manifest+json");
  const { manifest } = openSite({ ...VALUES, providerName: 'Tom & "Jo"' }, small.folder).kept();
  expect(JSON.parse(manifest.identity.toString())).toMatchObject({ name: 'Tom & "Jo"', start_url: "/" });
});

describe("the service worker", () => {
  /** The list of stored files in the service worker of a small site. */
  const keptBy = (values: PageValues = VALUES): string[] =>
    runInNewContext(`${openSite(values, small.folder).kept().worker.identity.toString()}; kept`);

  test("contains interviews, pages and version, and no unfilled mark", async () => {
    const [page, spanish] = await Promise.all(
      ["/", "/?language=es"].map(async (path) => (await service.call("GET", path)).text()),
    );
    const response = await service.call("GET", "/sw.js");
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const text = await response.text();
    expect(text).not.toContain("{{");
    expect(runInNewContext(`${text}; [...kept]`)).toEqual([
      "en:h4sh es:h5sh",
      `en:${hash("sha256", page ?? "", "base64")} es:${hash("sha256", spanish ?? "", "base64")}`,
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
  });

  test("is the same for the same content", () => {
    expect(keptBy()).toEqual(keptBy());
  });

  test("differs for another provider's name, interview or file", () => {
    const [interviews, pages, version] = keptBy();
    const renamed = keptBy({ ...VALUES, providerName: "Tom" });
    expect([renamed[0], renamed[1] === pages, renamed[2] === version]).toEqual([interviews, false, false]);
    const asked = new Map([["en", { hash: "h5sh" }]] as const);
    expect(keptBy({ ...VALUES, interview: { ...VALUES.interview, definitions: asked } })[2]).not.toBe(
      version,
    );
    expect(keptBy({ ...VALUES, recording: "none" })[2]).not.toBe(version);
    writeFileSync(join(small.site.folder, "favicon.svg"), "<svg/>");
    expect(keptBy()[2]).not.toBe(version);
  });

  test("treats a value as text, whatever it contains", () => {
    const text = "`'\"\\$\u007bx}\n</script>\u2028";
    const definitions = new Map([["en", { hash: text }]] as const);
    expect(keptBy({ ...VALUES, interview: { ...VALUES.interview, definitions } })[0]).toBe(`en:${text}`);
  });
});

test("the files of the build are served under their names", async () => {
  const script = await service.call("GET", "/assets/app-1a2b.js");
  expect(script.headers.get("content-type")).toMatch(/javascript/);
  expect(await script.text()).toBe("export {};\n");
  expect(await (await service.call("GET", "/robots.txt")).text()).toContain("Disallow");
});

describe("nothing else is served:", () => {
  test.each([
    "/index.html",
    "/assets",
    "/assets/",
    "/assets/other.js",
    "/assets/../../secret",
    "/console/assets/",
    "/console/assets/other.js",
    "/console/assets/../../../secret",
    "/console/assets/..%2f..%2f..%2fsecret",
    "/console/preview/assets/",
    "/console/preview/assets/other.js",
    "/console/preview/assets/..%2f..%2f..%2fsecret",
    "/../package.json",
    "/..%2fpackage.json",
    "/%2e%2e/package.json",
    "/assets/..%5c..%5cpackage.json",
    "/assets/app-1a2b.js%00.txt",
    "/.git/config",
    "/.env",
    "//etc/passwd",
    "/assets/app-1a2b.js/",
  ])("%s", async (path) => {
    const answer = parseRaw(
      await sendRaw(service.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    expect(answer.status).toBe(404);
    expect(answer.body).toContain("NOT_FOUND");
  });
});

describe("the console", () => {
  test("is served at each of its addresses, and never cached without revalidation", async () => {
    for (const path of ["/console/", "/console/clients/cl_1", "/console/managers?x=1"]) {
      const response = await service.call("GET", path);
      expect(await response.text()).toContain("<title>Console of Rosa");
      expect(response.headers.get("cache-control")).toBe("no-cache");
    }
    const there = await fetch(`${service.url}/console`, { redirect: "manual" });
    expect([there.status, there.headers.get("location")]).toEqual([308, "/console/"]);
  });

  test("has its own files, which the client's app never names", async () => {
    const file = await service.call("GET", "/console/assets/app-1a2b.js");
    expect([file.status, file.headers.get("cache-control")]).toEqual([
      200,
      "public, max-age=31536000, immutable",
    ]);
    expect(await (await service.call("GET", "/")).text()).not.toContain("console");
    expect(small.site.kept().worker.identity.toString()).not.toContain("console");
  });
});

test("the preview of an interview can be framed only by the console, and makes no calls", async () => {
  const preview = await service.call("GET", "/console/preview/");
  expect(await preview.text()).toContain("<title>Preview of Rosa");
  expect(preview.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  expect(preview.headers.get("content-security-policy")).toMatch(
    /connect-src 'none';.*frame-ancestors 'self'/,
  );
  const file = await service.call("GET", "/console/preview/assets/app-1a2b.js");
  expect([file.status, file.headers.get("cache-control")]).toEqual([
    200,
    "public, max-age=31536000, immutable",
  ]);
  for (const path of ["/", "/console/"]) {
    const { headers } = await service.call("GET", path);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  }
});

test("writing to a file is not allowed", async () => {
  await expectFailure(await service.call("PUT", "/robots.txt"), "METHOD_NOT_ALLOWED");
});

test("an app that was not built is refused with the command to build it", () => {
  expect(() => openSite(VALUES, "/nowhere")).toThrow(
    'The browser apps are not built (/nowhere). Run "npm run build" first.',
  );
});

test("server pages use the browser's language, or the one in the address", async () => {
  for (const [path, status, words] of [
    ["/privacy", 200, "Cómo protegemos sus respuestas"],
    ["/opt-out/fho_unknown", 404, "Este enlace no funciona"],
  ] as const) {
    const wished = await service.call("GET", path, { headers: { "accept-language": "es-CO" } });
    expect(wished.status).toBe(status);
    expect(await wished.text()).toContain(words);
    expect(await (await service.call("GET", `${path}?language=es`)).text()).toContain('<html lang="es">');
    expect(await (await service.call("GET", path)).text()).toContain('<html lang="en">');
  }
});

test("a failure is answered in the requested language; a file without sentences is not", async () => {
  const headers = { "accept-language": "es" };
  const body = { key: "fh_wrong" };
  const refused = await service.call("POST", "/v1/auth/exchange", { body, headers });
  expect(await refused.json()).toMatchObject({
    code: "INVALID_ACCESS_KEY",
    message: "La clave de acceso no es válida. Inténtelo de nuevo.",
  });
  await expectFailure(
    await service.call("GET", "/nowhere", { headers: { "accept-language": "xx" } }),
    "NOT_FOUND",
  );
});
