import { ActionIcon, Tooltip } from "@mantine/core";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { PauseIcon, PlayIcon } from "./icons.tsx";
import styles from "./live.module.css";

interface Live {
  isPaused: boolean;
  isHeld: boolean;
  setPaused: (paused: boolean) => void;
  /** Holds the refresh while something is being read; call the answer to let go. */
  hold: () => () => void;
}

const LiveContext = createContext<Live | undefined>(undefined);

/** Pages refresh by themselves until somebody pauses them, or holds them while reading (marked rows, an open form). */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [isPaused, setPaused] = useState(false);
  const [holds, setHolds] = useState(0);
  const hold = useCallback(() => {
    setHolds((count) => count + 1);
    return () => setHolds((count) => count - 1);
  }, []);
  const live = useMemo(() => ({ isPaused, isHeld: holds > 0, setPaused, hold }), [isPaused, holds, hold]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** For `refetchInterval`: this many milliseconds, or false while paused. A hidden browser tab pauses by itself. */
export function useLiveInterval(everyMs: number): number | false {
  const { isPaused, isHeld } = useLive();
  return isPaused || isHeld ? false : everyMs;
}

/** Pauses while `isHeld`, such as while rows are marked; what was paused by hand stays so. */
export function useLiveHold(isHeld: boolean): void {
  const { hold } = useLive();
  useEffect(() => (isHeld ? hold() : undefined), [isHeld, hold]);
}

/** Says whether the page is live, and pauses it. */
export function LiveSwitch({ isFetching = false }: { isFetching?: boolean }) {
  const { isPaused, isHeld, setPaused } = useLive();
  const action = isPaused ? "Go on refreshing" : "Pause refreshing";
  const isStill = isPaused || isHeld;
  return (
    <span className={styles.live}>
      <span className={styles.dot} data-still={isStill || undefined} data-fetching={isFetching || undefined} />
      <span>{isStill ? "Paused" : "Live"}</span>
      <Tooltip label={action}>
        <ActionIcon size="sm" color="gray" aria-label={action} onClick={() => setPaused(!isPaused)}>
          {isPaused ? <PlayIcon /> : <PauseIcon />}
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error("used outside of LiveProvider");
  return live;
}
