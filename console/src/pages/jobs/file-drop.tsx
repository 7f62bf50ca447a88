import { useEffect, useState } from "react";
import styles from "./jobs.module.css";

/** Takes a file that is dropped anywhere on the page, and says so while one hovers over it. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Entering a child is told before leaving its parent.
    let depth = 0;
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onEnter = (event: DragEvent) => {
      if (!hasFile(event)) return;
      depth += 1;
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (!hasFile(event)) return;
      depth = Math.max(0, depth - 1);
      setOver(depth > 0);
    };
    // Or the browser would leave the console and show the file.
    const onOver = (event: DragEvent) => hasFile(event) && event.preventDefault();
    const onDrop = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) onFile(file);
    };
    const listeners = [
      ["dragenter", onEnter],
      ["dragleave", onLeave],
      ["dragover", onOver],
      ["drop", onDrop],
    ] as const;
    for (const [name, listener] of listeners) document.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
    };
  }, [onFile]);
  return isOver ? <div className={styles.dropOverlay}>Drop the file to upload it</div> : null;
}
