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
  },
  server: { proxy: { "/v1": SERVER, "/openapi.json": SERVER } },
});

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
