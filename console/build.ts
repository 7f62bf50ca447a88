/**
 * Builds the console into `console/dist`. Runs by itself after the repository's dependencies are installed and before it
 * is packed; where the sources or the build tool are left out (a packed release, an installation for production only),
 * there is nothing to do and it says nothing.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";

await buildConsole(import.meta.dirname);

async function buildConsole(folder: string): Promise<void> {
  if (!existsSync(join(folder, "src"))) return;
  const vite = await import("vite").catch((error: unknown) => noneWhenMissing(error));
  await vite?.build({ root: folder, configFile: join(folder, "vite.config.ts"), logLevel: "error" });
}

function noneWhenMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return undefined;
  throw error;
}
