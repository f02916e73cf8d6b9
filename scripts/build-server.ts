import { join } from "node:path";
import { build, type InlineConfig } from "vite";

const ROOT = join(import.meta.dirname, "..");

/**
 * Bundles the server and its commands with all packages into a few files, which load in a third of the time of some
 * 1,400 modules and need two thirds of the memory (decision 35). During development, the server runs from source
 * instead.
 */
export async function buildServer(): Promise<void> {
  await bundle("server/cli/firsthand.ts", { isFirst: true, output: { chunkFileNames: "[name]-[hash].js" } });
  // a single file, which the server keeps in memory and starts as a script
  await bundle("server/search/search-thread.ts", {
    isFirst: false,
    output: { format: "cjs", entryFileNames: "search-thread.cjs", codeSplitting: false },
  });
}

type Bundling = {
  isFirst: boolean;
  output: NonNullable<NonNullable<InlineConfig["build"]>["rolldownOptions"]>["output"];
};

async function bundle(ssr: string, { isFirst, output }: Bundling): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr,
      outDir: "dist/server",
      emptyOutDir: isFirst,
      target: "node24",
      sourcemap: true,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        output: {
          ...output,
          minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  });
}
