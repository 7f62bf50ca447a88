import { Loader } from "@mantine/core";
import type { Session } from "@shelfwire/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { FailedState } from "../parts/empty-state.tsx";
import { whenSessionIsLost } from "./api.ts";
import { SessionProvider } from "./session.tsx";
import { sessionQuery } from "./session-api.ts";
import styles from "./session-gate.module.css";
import { SESSION_KEY } from "./session-key.ts";
import { SignInPage } from "./sign-in-page.tsx";

/** Lets in whoever is signed in; else asks to, and keeps the address, so that one goes on where one was. */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [wasLost, setLost] = useState(false);
  const { data, error, refetch } = useQuery({
    ...sessionQuery,
    // Another tab may have signed in anew, which replaces the cookie and with it the CSRF token.
    refetchOnWindowFocus: "always",
    // While the service is away the page waits for it.
    refetchInterval: ({ state }) => (state.data === undefined && state.error !== null ? 3_000 : false),
  });
  const set = useCallback((session: Session | null) => queries.setQueryData(SESSION_KEY, session), [queries]);
  useEffect(() => {
    whenSessionIsLost(() => {
      // Only who was signed in has lost something.
      if (queries.getQueryData(SESSION_KEY)) setLost(true);
      set(null);
    });
  }, [queries, set]);
  if (data === undefined) {
    return <div className={styles.whole}>{error ? <FailedState error={error} onRetry={refetch} /> : <Loader />}</div>;
  }
  if (data === null) return <SignInPage onSignIn={set} wasLost={wasLost} />;
  return (
    <SessionProvider session={data} onEnd={() => set(null)}>
      {children}
    </SessionProvider>
  );
}
