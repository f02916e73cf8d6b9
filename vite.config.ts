import { hash } from "node:crypto";
import { relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { languages } from "./contract/languages.ts";
import { compiledMessages } from "./scripts/vite-messages.ts";
import { headingFont } from "./scripts/vite-serif.ts";

const SERVER = "http://127.0.0.1:8080";

export default defineConfig({
  root: "web",
  plugins: [react(), compiledMessages(), headingFont(), sampleValues()],
  css: { modules: { generateScopedName } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // a preload polyfill and inlined assets would both break the content security policy
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // .size-limit.json has the limits
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      // a slow machine is no fault of the build
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          // the first screen in one file: left to itself, the bundler makes two of it, which compress worse
          groups: [
            {
              debugName: "the first screen",
              name: (id, bundle) =>
                isReachedFrom(MAIN, id, (each: string) => bundle.getModuleInfo(each)) ? "index" : null,
            },
            {
              debugName: "the interview",
              name: (id, bundle) =>
                isReachedFrom(INTERVIEW, id, (each: string) => bundle.getModuleInfo(each))
                  ? "interview-bundle"
                  : null,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { "/v1": SERVER, "/openapi.json": SERVER } },
});

const MAIN = "/web/main.tsx";
const INTERVIEW = "/web/interview/interview-bundle.ts";

type Importers = (id: string) => { importers: readonly string[] } | null;

/** Whether a module comes with the entry, by imports that are not deferred. */
function isReachedFrom(entry: string, id: string, info: Importers, seen = new Set<string>()): boolean {
  if (id.endsWith(entry)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return info(id)?.importers.some((each) => isReachedFrom(entry, each, info, seen)) ?? false;
}

/** Which style sheet a class name belongs to. */
const owners = new Map<string, string>();

/** A class name that is short, since it stands in a style sheet and in a script. */
function generateScopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/, ""));
  const scoped = `${name}_${hash("sha256", path, "base64url").slice(0, 2)}`;
  if ((owners.get(scoped) ?? path) !== path)
    throw new Error(`${path} and ${owners.get(scoped)} both name ${name}`);
  owners.set(scoped, path);
  return scoped;
}

/** While developing, no server has filled in the page. */
function sampleValues(): Plugin {
  return {
    name: "firsthand:sample-values",
    apply: "serve",
    transformIndexHtml: (html) =>
      html
        .replaceAll("{{providerName}}", "Firsthand")
        .replaceAll("{{openIdName}}", "")
        .replaceAll("{{passwords}}", "on")
        .replaceAll("{{interviews}}", languages.map((language) => `${language}:`).join(" "))
        .replaceAll("{{recording}}", "kept"),
  };
}
