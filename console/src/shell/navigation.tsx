import { ActionIcon, Tooltip } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { KeyboardIcon, SearchIcon, SignOutIcon } from "../parts/icons.tsx";
import { useIsOperator, useSessionAccess } from "../session/session.tsx";
import { SchemeSwitch } from "../theme/scheme-switch.tsx";
import { Mark } from "./mark.tsx";
import styles from "./navigation.module.css";
import { PROJECT_PLACES, SERVICE_PLACES } from "./places.ts";
import { ProjectSwitcher, useCurrentProject } from "./project-switcher.tsx";

/** Where one can go. A project's people see their project only. */
export function Navigation({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
  const isOperator = useIsOperator();
  const project = useCurrentProject();
  return (
    <div className={styles.navigation}>
      <div className={styles.top}>
        <Mark />
      </div>
      <button type="button" className={styles.search} onClick={onSearch}>
        <SearchIcon size={14} />
        <span>Go to…</span>
        <kbd className={styles.key}>/</kbd>
      </button>
      <nav className={styles.places} aria-label="Pages">
        {isOperator && (
          <ul className={styles.list}>
            {SERVICE_PLACES.map(({ to, label, Icon }) => (
              <li key={to}>
                <Link to={to} className={styles.place} activeOptions={{ exact: to === "/", includeSearch: false }}>
                  <Icon /> {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <ProjectSwitcher />
        {project !== undefined && (
          <ul className={styles.list}>
            {PROJECT_PLACES.map(({ to, label, Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  params={{ project }}
                  className={styles.place}
                  activeOptions={{ exact: to === "/p/$project", includeSearch: false }}
                >
                  <Icon /> {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </nav>
      <Foot onHelp={onHelp} />
    </div>
  );
}

function Foot({ onHelp }: { onHelp: () => void }) {
  const { session, signOut } = useSessionAccess();
  return (
    <div className={styles.foot}>
      <span className={styles.user} title={session.user_name}>
        {session.kind === "operator" ? "Operator" : session.user_name}
      </span>
      <SchemeSwitch />
      <Tooltip label="Keyboard shortcuts (?)">
        <ActionIcon color="gray" aria-label="Keyboard shortcuts" onClick={onHelp}>
          <KeyboardIcon />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Sign out">
        <ActionIcon color="gray" aria-label="Sign out" onClick={signOut}>
          <SignOutIcon />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
