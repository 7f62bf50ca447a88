import { CopyButton } from "./copy-button.tsx";
import styles from "./shown-once.module.css";

/** A secret that was just made; nobody can read it again. */
export function ShownOnce({ name, secret }: { name: string; secret: string }) {
  return (
    <div className={styles.box}>
      <p className={styles.words}>This is the only time that it is shown. Copy it now.</p>
      <div className={styles.row}>
        <code className={styles.secret}>{secret}</code>
        <CopyButton text={secret} label={`Copy the ${name}`} />
      </div>
    </div>
  );
}
