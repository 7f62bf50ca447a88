import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./side-drawer.module.css";

/** The detail of one row, beside the list. Whether it is open stands in the address bar, so `onClose` changes that. */
export function SideDrawer(props: {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** wide: for tables within; else 560 px. On a phone it covers the window. */
  isWide?: boolean;
}) {
  return (
    <Drawer
      opened={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      size={props.isWide ? 820 : 560}
      classNames={{ header: styles.header, title: styles.title, body: styles.body, content: styles.content }}
      closeButtonProps={{ "aria-label": "Close" }}
      overlayProps={{ backgroundOpacity: 0.25 }}
    >
      {props.children}
    </Drawer>
  );
}
