import styles from "./mark.module.css";
import markUrl from "./mark.svg";

/** The product's sign and name. */
export function Mark() {
  return (
    <span className={styles.mark}>
      <img src={markUrl} width={22} height={22} alt="" />
      Shelfwire
    </span>
  );
}
