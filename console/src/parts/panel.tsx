import type { ReactNode } from "react";
import styles from "./panel.module.css";

/** A titled part of a page. */
export function Panel(props: {
  title?: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  isFlush?: boolean;
}) {
  return (
    <section className={styles.panel}>
      {(props.title || props.actions) && (
        <header className={styles.head}>
          <div>
            {props.title && <h2 className={styles.title}>{props.title}</h2>}
            {props.about && <p className={styles.about}>{props.about}</p>}
          </div>
          {props.actions && <div className={styles.actions}>{props.actions}</div>}
        </header>
      )}
      <div className={props.isFlush ? styles.flush : styles.body}>{props.children}</div>
    </section>
  );
}

/** Names with their values, one a line; for details. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
