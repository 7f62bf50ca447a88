import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../db/database.ts";
import { randomToken } from "../lib/ids.ts";
import { keepFact, lockInstallation, replaceFact } from "./installation-store.ts";
import { hashToken } from "./projects.ts";

/** What all processes of an installation share, and where a new one gets it from (decisions, sections 8 and 9). */
export type InstallationResult =
  | { ok: true; operatorTokenHash: Buffer; newOperatorToken: string | undefined }
  | { ok: false; reason: string };

/**
 * Compares the secret key with the one that the database was set up with, which a new one may follow, and finds the operator token: the setting,
 * else the one that the first start made. A token that is made here is in the answer, to be shown once.
 */
export async function openInstallation(
  db: Database,
  settings: { operatorToken: string | undefined; secretKeyId: string; previousKeyIds: readonly string[] },
): Promise<InstallationResult> {
  return db.tx(async (tx) => {
    await lockInstallation(tx);
    const keyId = await keepFact(tx, "secret_key_id", settings.secretKeyId);
    if (settings.previousKeyIds.includes(keyId)) await replaceFact(tx, "secret_key_id", settings.secretKeyId);
    else if (keyId !== settings.secretKeyId) {
      return {
        ok: false,
        reason:
          "the secret key is not the one that this database was set up with; " +
          "set SHELFWIRE_SECRET_KEY to that one (the file secret-key in the data folder of the first start holds it), " +
          "or SHELFWIRE_SECRET_KEY_PREVIOUS where it is being replaced",
      };
    }
    if (settings.operatorToken !== undefined) {
      return { ok: true, operatorTokenHash: hashToken(settings.operatorToken), newOperatorToken: undefined };
    }
    const made = randomToken();
    const kept = await keepFact(tx, "operator_token_hash", hashToken(made).toString("hex"));
    const operatorTokenHash = Buffer.from(kept, "hex");
    const isNew = operatorTokenHash.equals(hashToken(made));
    return { ok: true, operatorTokenHash, newOperatorToken: isNew ? made : undefined };
  });
}

/** The key from the settings, else from the data folder, where the first start puts a new one. */
export function findSecretKey(dataDir: string, setting: string | undefined): string {
  if (setting !== undefined) return setting;
  const file = join(dataDir, "secret-key");
  try {
    writeFileSync(file, `${randomToken()}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8").trim();
}
