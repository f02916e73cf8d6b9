import { defineConfig } from "vitest/config";
import { compiledMessages } from "./scripts/vite-messages.ts";

export default defineConfig({
  plugins: [compiledMessages()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "beside the code",
          include: ["{contract,web,console,server,scripts}/**/*.test.{ts,tsx}"],
          // a third of their time; what a file sets on the process or its globals, it puts back
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "tests",
          include: ["tests/{api,cli,fault,words}/**/*.test.ts", "tests/*.test.ts"],
          // as above: each file would load the whole server anew
          isolate: false,
        },
      },
      {
        extends: true,
        // the others there need sound, which npm run test:long brings
        test: { name: "other browsers", include: ["tests/browsers/{lighthouse,main-journey}.test.ts"] },
      },
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
