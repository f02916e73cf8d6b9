import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { languages } from "./contract/languages.ts";
import { compiledMessages } from "./scripts/vite-messages.ts";
import { headingFont } from "./scripts/vite-serif.ts";

const SERVER = "http://127.0.0.1:8080";

export default defineConfig({
  root: "web",
  plugins: [react(), compiledMessages(), headingFont(), sampleValues()],
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
