import { Drawer } from "@mantine/core";
import { Outlet, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { MenuIcon, SearchIcon } from "../parts/icons.tsx";
import { LostConnection } from "../parts/lost-connection.tsx";
import { useIsOperator } from "../session/session.tsx";
import styles from "./app-frame.module.css";
import { CommandPalette } from "./command-palette.tsx";
import { focusPageSearch, type Hotkeys, stepRow, useHotkeys } from "./hotkeys.ts";
import { Mark } from "./mark.tsx";
import { Navigation } from "./navigation.tsx";
import { PROJECT_PLACES, SERVICE_PLACES } from "./places.ts";
import { useCurrentProject } from "./project-switcher.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";

/** What stands around every page: the navigation, the palette and the keyboard. */
export function AppFrame() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const router = useRouter();
  useEffect(() => router.subscribe("onBeforeNavigate", () => setMenuOpen(false)), [router]);
  useHotkeys({
    ...usePlaceKeys(),
    "/": () => focusPageSearch() || setPaletteOpen(true),
    "?": () => setHelpOpen(true),
    j: () => stepRow(1),
    k: () => stepRow(-1),
  });
  usePaletteKey(() => setPaletteOpen(true));
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <aside className={styles.side}>
        <Navigation onSearch={() => setPaletteOpen(true)} onHelp={() => setHelpOpen(true)} />
      </aside>
      <section className={styles.bar} aria-label="Menu and search">
        <button type="button" className={styles.barButton} aria-label="Open the menu" onClick={() => setMenuOpen(true)}>
          <MenuIcon />
        </button>
        <Mark />
        <button type="button" className={styles.barButton} aria-label="Search" onClick={() => setPaletteOpen(true)}>
          <SearchIcon />
        </button>
      </section>
      <Drawer.Root opened={isMenuOpen} onClose={() => setMenuOpen(false)} position="left" size={260}>
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menu" className={styles.menuContent}>
          <Drawer.Body className={styles.menu}>
            <Navigation
              onSearch={() => {
                setMenuOpen(false);
                setPaletteOpen(true);
              }}
              onHelp={() => setHelpOpen(true)}
            />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <main id="main" className={styles.main} tabIndex={-1}>
        <LostConnection />
        <Outlet />
      </main>
      <CommandPalette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

function usePlaceKeys(): Hotkeys {
  const navigate = useNavigate();
  const isOperator = useIsOperator();
  const project = useCurrentProject();
  const keys: Hotkeys = {};
  if (isOperator) for (const { to, letter } of SERVICE_PLACES) keys[`g ${letter}`] = () => navigate({ to });
  if (project === undefined) return keys;
  for (const { to, letter } of PROJECT_PLACES) keys[`g ${letter}`] = () => navigate({ to, params: { project } });
  return keys;
}

function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        open();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}
