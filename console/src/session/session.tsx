import type { Session } from "@shelfwire/client";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { endSession } from "./session-api.ts";
import { SESSION_KEY } from "./session-key.ts";

interface SessionAccess {
  session: Session;
  signOut: () => Promise<void>;
}

const SessionContext = createContext<SessionAccess | undefined>(undefined);

/** Holds the session that the pages below work in. */
export function SessionProvider(props: { session: Session; onEnd: () => void; children: ReactNode }) {
  const { session, onEnd, children } = props;
  const queries = useQueryClient();
  const signOut = useCallback(async () => {
    await endSession();
    onEnd();
    // What the one before has read is not for the next.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  }, [queries, onEnd]);
  const access = useMemo(() => ({ session, signOut }), [session, signOut]);
  return <SessionContext value={access}>{children}</SessionContext>;
}

/** Who is signed in; the operator, or people of one project. */
export function useSession(): Session {
  return useSessionAccess().session;
}

export function useSessionAccess(): SessionAccess {
  const access = useContext(SessionContext);
  if (!access) throw new Error("used outside of a session");
  return access;
}

/** Whether the operator is signed in. What a project may not do is refused by the service in any case. */
export function useIsOperator(): boolean {
  return useSession().kind === "operator";
}

/** A value kept in this browser, such as the chosen columns; lost without harm. */
export function useKept(key: string, initial: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => localStorage.getItem(`shelfwire.${key}`) ?? initial);
  const keep = useCallback(
    (next: string) => {
      setValue(next);
      localStorage.setItem(`shelfwire.${key}`, next);
    },
    [key],
  );
  return [value, keep];
}
