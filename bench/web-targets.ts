import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { SECURITY_HEADERS } from "../server/http/security-headers.ts";
import { noInterviewFile } from "../server/interview-file/read-interview-file.ts";
import { openSite } from "../server/pages/site.ts";
import { openAnswerBox } from "./firsthand-box.ts";
import { installPackages } from "./install-packages.ts";
import { FIRST_WRITTEN } from "./peers/web/questions.ts";
import { createTypebotChat } from "./peers/web/typebot-chat.ts";
import { type StaticServer, startStaticServer } from "./static-server.ts";

const PEERS = join(import.meta.dirname, "peers/web");
const DIST = join(import.meta.dirname, "../dist");
const BUILT = join(DIST, "bench-peers");

type Headers = { [name: string]: string };
type WebPage = {
  folder: string;
  label: string;
  /** The page's first text field. */
  selector: string;
  /** The element whose shadow root contains the field. */
  host?: string;
  /** If answers have another field: goes there from the first field, and returns the selector of the box. */
  openBox?: (page: Page) => Promise<string>;
};
/** A page on its server. */
export type WebTarget = Omit<WebPage, "folder"> & { url: string };

const STATIC: WebPage = { folder: "static", label: "static page", selector: "#answer" };
const FIRSTHAND: WebPage = {
  folder: "firsthand",
  label: "Firsthand",
  selector: "#access-key",
  openBox: openAnswerBox,
};
const PEER_PAGES: WebPage[] = [
  { folder: "react", label: "React, one input", selector: "input" },
  {
    folder: "react-hook-form",
    label: "React Hook Form",
    selector: `textarea[name="${FIRST_WRITTEN}"]`,
  },
  { folder: "rjsf", label: "react-jsonschema-form", selector: `textarea[id$="${FIRST_WRITTEN}"]` },
  { folder: "surveyjs", label: "SurveyJS", selector: `[data-name="${FIRST_WRITTEN}"] textarea` },
  { folder: "formio", label: "Form.io", selector: `textarea[name="data[${FIRST_WRITTEN}]"]` },
  { folder: "typebot", label: "Typebot", selector: "textarea", host: "typebot-standard" },
  { folder: "formbricks", label: "Formbricks", selector: `textarea[name="${FIRST_WRITTEN}"]` },
];

/**
 * Builds the pages and serves each; the static page comes first. `say` gets lines about peers that could not be
 * installed.
 */
export async function startWebTargets(
  say: (line: string) => void,
): Promise<{ targets: WebTarget[]; close: () => void }> {
  const peers = installPeers(say) ? PEER_PAGES : [];
  buildPages([STATIC, ...peers]);
  const headers = fillFirsthand(join(BUILT, FIRSTHAND.folder));
  const servers: StaticServer[] = [];
  const targets: WebTarget[] = [];
  for (const { folder, ...page } of [STATIC, FIRSTHAND, ...peers]) {
    const server = await startStaticServer({ folder: join(BUILT, folder), ...extrasOf(folder, headers) });
    servers.push(server);
    targets.push({ ...page, url: server.url });
  }
  const close = () => {
    for (const server of servers) server.close();
  };
  return { targets, close };
}

/** Installs the peers; returns whether that worked. */
function installPeers(say: (line: string) => void): boolean {
  try {
    installPackages(PEERS);
    return true;
  } catch (error) {
    say(`The peers could not be installed and are left out: ${(error as Error).message}`);
    return false;
  }
}

/** Builds in a separate process, so that it uses the peers' Vite if it is installed, otherwise the project's. */
function buildPages(pages: WebPage[]): void {
  execFileSync(process.execPath, [join(PEERS, "build.ts"), ...pages.map(({ folder }) => folder)], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/**
 * Copies our build, with the page as the server completes and compresses it; returns its headers. Throws if ours was
 * not built.
 */
function fillFirsthand(folder: string): Headers {
  const { kept } = openSite({
    providerName: "Firsthand",
    interview: { definitions: new Map([["en", { hash: "0123456789abcdefghijkl" }]]), minutes: "35" },
    dictation: "browser",
    recording: "kept",
    openIdName: "",
    passkeys: "off",
    passwords: "on",
    signInLinks: () => "off",
    provided: noInterviewFile,
  });
  const page = kept().pages.get("en");
  if (!page) throw new Error("There is no page in English");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(DIST, "web"), folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), page.identity);
  writeFileSync(join(folder, "index.html.br"), page.br);
  return { ...SECURITY_HEADERS, "content-security-policy": page.policy };
}

function extrasOf(folder: string, headers: Headers) {
  if (folder === FIRSTHAND.folder) return { headers };
  return folder === "typebot" ? { answer: createTypebotChat() } : {};
}
