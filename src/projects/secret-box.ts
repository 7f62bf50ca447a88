import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Secrets at rest: AES-256-GCM under a key derived from the installation's secret key. A sealed text names the key
 * that sealed it, so that more than one key can be in use while one is replaced.
 */
export class SecretBox {
  readonly #keys: Map<string, Buffer>;
  readonly #currentId: string;

  /** The first key seals; all of them open. */
  constructor(secretKeys: [string, ...string[]]) {
    const keys = secretKeys.map(deriveKey);
    this.#keys = new Map(keys.map((key) => [idOf(key), key]));
    this.#currentId = idOf(deriveKey(secretKeys[0]));
  }

  /** Identifies the key without telling anything about it. */
  get keyId(): string {
    return this.#currentId;
  }

  /** The keys that only open. */
  get previousKeyIds(): string[] {
    return [...this.#keys.keys()].filter((id) => id !== this.#currentId);
  }

  /** False for what another key has sealed. */
  isCurrent(sealedText: string): boolean {
    return sealedText.split(".")[0] === this.#currentId;
  }

  /** `context` is authenticated with the text: a sealed text moved to another row does not open. */
  seal(plain: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key(this.#currentId), nonce);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
    return `${this.#currentId}.${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url")}`;
  }

  /** Throws when the text was sealed by an unknown key, for another context, or was changed. */
  open(sealedText: string, context: string): string {
    const [keyId = "", body = ""] = sealedText.split(".");
    const bytes = Buffer.from(body, "base64url");
    const decipher = createDecipheriv(ALGORITHM, this.#key(keyId), bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  }

  #key(id: string): Buffer {
    const key = this.#keys.get(id);
    if (key === undefined) throw new Error("a secret was sealed with a key that this process does not have");
    return key;
  }
}

function deriveKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", "shelfwire secrets at rest", 32));
}

function idOf(key: Buffer): string {
  return createHash("sha256").update("shelfwire key id").update(key).digest("hex").slice(0, 12);
}
