import { type ReactNode, useEffect } from "react";
import styles from "./page-head.module.css";

/** The title of a page with what can be done on it. Also the browser tab's title. */
export function PageHead({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Shelfwire`;
  }, [title]);
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {about && <div className={styles.about}>{about}</div>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
