import { Button, PasswordInput } from "@mantine/core";
import type { Session } from "@shelfwire/client";
import { type FormEvent, useEffect, useState } from "react";
import { ErrorNotice } from "../parts/error-notice.tsx";
import { Mark } from "../shell/mark.tsx";
import { startSession } from "./session-api.ts";
import styles from "./sign-in-page.module.css";

/** Exchanges a token for a session. The token itself is not kept anywhere in the browser. */
export function SignInPage({ onSignIn, wasLost }: { onSignIn: (session: Session) => void; wasLost: boolean }) {
  const [token, setToken] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    document.title = "Sign in · Shelfwire";
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      onSignIn(await startSession(token.trim()));
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  };
  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={submit}>
        <Mark />
        <h1 className={styles.title}>Sign in</h1>
        {wasLost && <p className={styles.about}>Your session has ended. Sign in again to go on where you were.</p>}
        <PasswordInput
          label="Token"
          description="The operator token, or the token of a project"
          autoComplete="current-password"
          name="token"
          size="sm"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": "Show the token" }}
          data-autofocus
          required
          withAsterisk={false}
        />
        {error !== undefined && <ErrorNotice error={error} />}
        <Button type="submit" size="sm" loading={isBusy} disabled={token.trim() === ""} fullWidth>
          Sign in
        </Button>
        <p className={styles.about}>
          The first start of the service prints the operator token, once. The operator issues the tokens of a project.
        </p>
      </form>
    </main>
  );
}
