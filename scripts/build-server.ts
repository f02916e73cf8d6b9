import { join } from "node:path";
import { build } from "vite";

const ROOT = join(import.meta.dirname, "..");

/**
 * The server and its commands in a few files, with all packages: opened in a third of the time that some 1,400 modules
 * take, and kept in two thirds of the memory (decision 35). Anyone who works on the server runs the source instead.
 */
export async function buildServer(): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: "server/cli/firsthand.ts",
      outDir: "dist/server",
      emptyOutDir: true,
      target: "node24",
      sourcemap: true,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        output: {
          chunkFileNames: "[name]-[hash].js",
          minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
}
