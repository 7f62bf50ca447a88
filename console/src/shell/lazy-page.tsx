import { UnreachableError } from "@shelfwire/client";
import { type ComponentType, useEffect, useState } from "react";
import { FailedState } from "../parts/empty-state.tsx";
import { SERVICE_URL } from "../session/api.ts";

const RETRY_MS = 2_000;

/**
 * A page whose script is loaded when it is first opened, or before, when the pointer comes near a link. While the service
 * is away it says so and tries again; when the service answers but has another version, the whole console loads anew.
 */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const fetchPage = async () => {
    loaded ??= await load();
    return loaded;
  };

  function LazyPage(props: Props) {
    const [Page, setPage] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (Page) return;
      const attempt = () => {
        fetchPage().then(
          (page) => setPage(() => page),
          () => (hasFailed ? loadAnewWhenAnswered() : setFailed(true)),
        );
      };
      if (!hasFailed) attempt();
      const timer = setInterval(attempt, RETRY_MS);
      return () => clearInterval(timer);
    }, [Page, hasFailed]);
    if (Page) return <Page {...props} />;
    return hasFailed ? <FailedState error={new UnreachableError(SERVICE_URL, undefined)} /> : null;
  }
  // What fails ahead of time fails again, visibly, when the page is opened.
  const preload = () =>
    fetchPage().then(
      () => {},
      () => {},
    );
  return Object.assign(LazyPage, { preload });
}

/** A script that failed to load fails for good in this document; and a new version has other scripts. */
async function loadAnewWhenAnswered(): Promise<void> {
  const answer = await fetch(`${SERVICE_URL}/healthz`).catch(() => undefined);
  if (answer?.ok) location.reload();
}
