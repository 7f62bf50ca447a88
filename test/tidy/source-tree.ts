import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

export interface SourceFile {
  /** Relative to the repository. */
  path: string;
  text: string;
  lines: string[];
}

/** The files that git tracks or would track, with these endings. */
export function sourceFiles(endings: string[]): SourceFile[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .flatMap((path) => {
      try {
        const text = readFileSync(join(ROOT, path), "utf8");
        return [{ path, text, lines: text.split("\n") }];
      } catch {
        // Deleted in the working tree, not yet in the index.
        return [];
      }
    });
}
