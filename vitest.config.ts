import { defineConfig } from "vitest/config";
import { compiledMessages } from "./scripts/vite-messages.ts";

export default defineConfig({
  plugins: [compiledMessages()],
  test: {
    include: ["{contract,web,server,scripts}/**/*.test.{ts,tsx}", "tests/api/**/*.test.ts", "tests/*.test.ts"],
    coverage: { include: ["contract/**/*.ts"], exclude: ["contract/**/*.test.ts"] },
  },
});
