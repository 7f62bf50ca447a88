/** The command line. What a verb needs is loaded when that verb runs, so that the others start fast. */
import { enableCompileCache } from "node:module";

enableCompileCache();

// A reader that has seen enough (`shelfwire store list | head`) closes the pipe; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

const { run } = await import("./cli/program.ts");
const exitCode = await run(process.argv.slice(2));
if (exitCode !== 0) process.exitCode = exitCode;
