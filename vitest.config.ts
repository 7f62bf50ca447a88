import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // The pictures of the documentation are drawn by the harness of the console's tests, when asked for.
    include: process.env.SHELFWIRE_PICTURES === "1" ? ["test/console/pictures.ts"] : ["test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts", "test/support/programs.ts"],
    // Real databases, sockets and processes on two cores: more files at once only wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: "forks",
  },
});
