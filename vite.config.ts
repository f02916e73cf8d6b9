import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compiledMessages } from "./scripts/vite-messages.ts";

const SERVER = "http://127.0.0.1:8080";

export default defineConfig({
  root: "web",
  plugins: [react(), compiledMessages()],
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
