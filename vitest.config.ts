import { defineConfig } from "vitest/config";
import { compiledMessages } from "./scripts/vite-messages.ts";

export default defineConfig({
  plugins: [compiledMessages()],
  test: {
    include: [
      "{contract,web,console,server,scripts}/**/*.test.{ts,tsx}",
      "tests/{api,cli,fault}/**/*.test.ts",
      "tests/*.test.ts",
    ],
    // by itself it would leave a core idle, half of a small machine
    maxWorkers: "100%",
    // a busy machine is slow, not wrong
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", ["json", { outputFile: "test-results/vitest.json" }]],
    coverage: { include: ["contract/**/*.ts"], exclude: ["contract/**/*.test.ts"] },
  },
});
