/** Which module may import which (ARCHITECTURE.md, "Modules"). A module is a folder or file directly under src/. */
export const MAY_IMPORT: Record<string, string[]> = {
  lib: [],
  "version.ts": [],
  config: ["lib"],
  db: ["lib", "config"],
  files: ["lib", "config"],
  projects: ["lib", "config", "db"],
  notifier: ["lib", "config", "db", "files", "projects"],
  entities: ["lib", "config", "db", "projects"],
  jobs: ["lib", "config", "db", "files", "projects", "entities"],
  http: ["lib", "config", "db", "files", "projects", "notifier", "entities", "jobs"],
  cli: ["serve.ts", "version.ts"],
  "app.ts": ["lib", "config", "db", "files", "projects", "notifier", "entities", "jobs", "http", "version.ts"],
  "serve.ts": ["lib", "config", "app.ts", "version.ts"],
  "main.ts": ["cli", "serve.ts", "version.ts"],
};
