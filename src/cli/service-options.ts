import type { Command } from "commander";

export interface ServiceFlags {
  port?: string;
  host?: string;
  dataDir?: string;
  roles?: string;
}

/** The settings of the service that have flags as well: those that a person at a terminal changes. */
export function addServiceOptions(command: Command): Command {
  return command
    .option("--port <number>", "listen on this port (SHELFWIRE_PORT, 8080)")
    .option("--host <address>", "listen on this address (SHELFWIRE_HOST, 127.0.0.1)")
    .option("--data-dir <folder>", "keep files and the database here (SHELFWIRE_DATA_DIR, ./data)")
    .option("--roles <list>", "do only this work: api, deliver, import (SHELFWIRE_ROLES, all three)");
}

/** The environment of this process, with the flags in place of their variables. */
export function environmentOf({ port, host, dataDir, roles }: ServiceFlags): NodeJS.ProcessEnv {
  const given = { SHELFWIRE_PORT: port, SHELFWIRE_HOST: host, SHELFWIRE_DATA_DIR: dataDir, SHELFWIRE_ROLES: roles };
  const flags = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...process.env, ...flags };
}
