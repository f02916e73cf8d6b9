import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuditPage } from "#contract/manage/audit.ts";
import { LOGO_MAX_BYTES } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import {
  type InterviewFileContent,
  noInterviewFile,
} from "../../../server/interview-file/read-interview-file.ts";
import { openSite } from "../../../server/pages/site.ts";
import { packageFolder } from "../../../server/runtime/package.ts";
import { liveConfig } from "../../../server/settings/provider-in-force.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { type PostgresServer, startPostgres } from "../../support/peers/postgres-server.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { smallSite } from "../../support/service/site-folder.ts";

/** The provider's logo, set in the console. */

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 1"><path d="M0 0h3"/></svg>');
const SQUARE = readFileSync(join(packageFolder, "web/public/touch-icon.png"));
/** A PNG that is too large for mails. */
const LARGE = withChunk(SQUARE, randomBytes(60_000));
const encoded = (content: Buffer) => content.toString("base64");

let postgres: PostgresServer;
const small = smallSite();
beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.run("create database firsthand");
});
afterAll(async () => {
  small.remove();
  await postgres.remove();
});

const engines = {
  SQLite: () => ({}),
  PostgreSQL: () => ({
    DATABASE_URL: postgres.url("firsthand"),
    FIRSTHAND_SECRETS: `${postgres.folder}/secrets.json`,
  }),
};

/** A server whose site follows its settings, as with `serve`. */
async function startServer(env: NodeJS.ProcessEnv): Promise<Service> {
  let provided: () => InterviewFileContent = () => noInterviewFile;
  const values = {
    providerName: "Firsthand",
    interview: { definitions: new Map([["en" as const, { hash: "h4sh" }]]), minutes: "35" },
    dictation: "browser" as const,
    recording: "kept" as const,
    openIdName: "",
    passkeys: "off" as const,
    passwords: "on" as const,
    signInLinks: () => "off" as const,
    get provided() {
      return provided();
    },
  };
  const service = await startService({ env, site: openSite(values, small.folder) });
  const live = liveConfig(service.config, service.settings);
  provided = () => live.provided;
  return service;
}

describe.each(Object.entries(engines))("on %s,", (engine, envOf) => {
  let service: Service;
  let admin: ConsoleCaller;
  beforeAll(async () => {
    service = await startServer(envOf());
    admin = await consoleCaller(service, "administrator");
  });
  afterAll(() => service.close());

  const read = () => admin.read<ShownSettings>("/settings");
  async function ask(logo: unknown) {
    const { version } = await read();
    return admin.call("PATCH", "/settings", { version, settings: { logo } });
  }
  async function set(content: Buffer | null) {
    expect((await ask(content && encoded(content))).status).toBe(200);
    return (await read()).settings.logo;
  }
  const iconsOf = async (at = service) => {
    const manifest = await (await at.call("GET", "/manifest.webmanifest")).json();
    return (manifest as { icons: { src: string }[] }).icons.map(({ src }) => src);
  };
  const privacyAt = async (at = service) => (await at.call("GET", "/privacy")).text();

  test("a logo is served with strict headers, and is on the pages at once", async () => {
    const { value, source } = await set(SVG);
    expect([value, source]).toEqual([
      {
        address: expect.stringMatching(/^\/provided\/[\w-]{16}\.svg$/),
        type: "image/svg+xml",
        bytes: SVG.length,
        isInMail: false,
      },
      "console",
    ]);
    const picture = await service.call("GET", value?.address ?? "");
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(SVG);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(await privacyAt()).toContain(`--logo:url("${value?.address}")`);
    // the logo is too wide for a home screen
    expect(await iconsOf()).not.toContain(value?.address);
  });

  test("a square PNG is also the icon of the touch screen and the manifest, and is in mails", async () => {
    const { value } = await set(SQUARE);
    expect(value).toMatchObject({ type: "image/png", isInMail: true });
    expect((await iconsOf())[0]).toBe(value?.address);
    const live = liveConfig(service.config, service.settings);
    expect(live.provided.mailLook.logo?.png).toEqual(SQUARE);
    expect(await set(LARGE)).toMatchObject({ value: { isInMail: false } });
    expect(live.provided.mailLook.logo).toBeUndefined();
  });

  test("another logo replaces it, and without one our own mark is shown again", async () => {
    const first = (await set(SVG)).value?.address ?? "";
    const second = (await set(SQUARE)).value?.address ?? "";
    await expectFailure(await service.call("GET", first), "NOT_FOUND");
    expect(await set(null)).toMatchObject({ value: null, source: "built-in" });
    await expectFailure(await service.call("GET", second), "NOT_FOUND");
    expect(await privacyAt()).not.toContain("--logo:");
  });

  test("the audit trail names the file and its size, and can restore only the time without a logo", async () => {
    await set(null);
    await set(SVG);
    await set(SQUARE);
    const { lines } = await admin.read<AuditPage>("/audit?group=settings");
    const [replaced, begun] = lines.map(({ detail }) => JSON.parse(detail ?? ""));
    const file = (type: string, { length }: Buffer) => ({
      file: expect.stringMatching(new RegExp(`^[\\w-]{16}\\.${type}$`)),
      bytes: length,
    });
    expect([begun, replaced]).toEqual([
      { name: "logo", before: null, after: file("svg", SVG) },
      { name: "logo", before: file("svg", SVG), after: file("png", SQUARE) },
    ]);
    const restore = async (eventId: string | undefined) =>
      admin.call("POST", "/settings/restore", { version: (await read()).version, eventId });
    await expectFailure(await restore(lines[0]?.eventId), "VALIDATION_ERROR");
    expect((await restore(lines[1]?.eventId)).status).toBe(200);
    expect((await read()).settings.logo.value).toBeNull();
  });

  test.each<[string, unknown]>([
    ["an empty file", ""],
    ["a file that is too large", encoded(Buffer.alloc(LOGO_MAX_BYTES + 1))],
    ["a page", encoded(Buffer.from("<!doctype html><script>alert(1)</script>"))],
    ["a PNG that was cut off", encoded(SQUARE.subarray(0, -20))],
    ["an SVG with a script", encoded(Buffer.from('<svg viewBox="0 0 1 1"><script>alert(1)</script></svg>'))],
    [
      "an SVG that loads something",
      encoded(Buffer.from('<svg viewBox="0 0 1 1"><image href="https://evil.example/x.png"/></svg>')),
    ],
    ["what is not in Base64", "<svg viewBox='0 0 1 1'/>"],
    ["a number", 5],
    ["an object", { content: encoded(SVG) }],
  ])("%s is refused with a reason, and nothing changes", async (_what, logo) => {
    const before = await read();
    const { details } = await expectFailure(await ask(logo), "VALIDATION_ERROR");
    expect(details).toMatchObject([{ path: "settings.logo", message: expect.stringMatching(/\w/) }]);
    expect(await read()).toEqual(before);
  });

  test("the largest allowed logo is accepted", async () => {
    const { length } = withChunk(SQUARE, Buffer.alloc(0));
    const largest = withChunk(SQUARE, randomBytes(LOGO_MAX_BYTES - length));
    expect(largest).toHaveLength(LOGO_MAX_BYTES);
    expect((await set(largest)).value?.bytes).toBe(LOGO_MAX_BYTES);
  });

  test.each(["/provided/x.svg", "/provided/..%2f..%2fpackage.json", "/provided/%00", "/provided/"])(
    "%s is not found",
    async (address) => {
      expect((await service.call("GET", address)).status).toBeGreaterThanOrEqual(400);
    },
  );

  test("managers cannot change it", async () => {
    const manager = await consoleCaller(service);
    const body = { version: 0, settings: { logo: encoded(SVG) } };
    await expectFailure(await manager.call("PATCH", "/settings", body), "FORBIDDEN");
  });

  test.runIf(engine === "PostgreSQL")("another server has it within three seconds", async () => {
    const other = await startServer(envOf());
    const { value } = await set(SVG);
    const address = value?.address ?? "";
    await expect.poll(async () => (await other.call("GET", address)).status, { timeout: 3_000 }).toBe(200);
    expect(await privacyAt(other)).toContain(address);
    await other.close();
  });
});

/** The PNG with a chunk that no viewer draws. */
function withChunk(png: Buffer, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from("juNk"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([png.subarray(0, 33), length, named, sum, png.subarray(33)]);
}
