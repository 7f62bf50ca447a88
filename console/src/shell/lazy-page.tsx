import { Button } from "@mantine/core";
import { UnreachableError } from "@shelfwire/client";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { FailedState, NoneYet } from "../parts/empty-state.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { SERVICE_URL } from "../session/api.ts";
import { type Hindrance, hindranceOf } from "./new-version.ts";

const RETRY_MS = 2_000;

/** A page whose script is loaded when it is first opened, or before, when the pointer comes near a link. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyPart(load, null, (state) => (
    <>
      <PageHead title="This page is not loaded yet" />
      {state}
    </>
  ));
}

/**
 * A large part of a page, loaded when it is first shown; until then `waiting` stands in its place. While the service is away
 * it says so and tries again; where the service has another version by now, the whole console loads anew, or says that it
 * must be.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
  framed: (state: ReactNode) => ReactNode = (state) => state,
) {
  let loaded: ComponentType<Props> | undefined;
  const fetchPage = async () => {
    loaded ??= await load();
    return loaded;
  };

  function LazyPart(props: Props) {
    const [Page, setPage] = useState(() => loaded);
    const [hindrance, setHindrance] = useState<Hindrance>();
    useEffect(() => {
      if (Page || hindrance === "loading-anew" || hindrance === "outdated") return;
      const attempt = () => {
        fetchPage().then(
          (page) => setPage(() => page),
          async () => setHindrance(await hindranceOf()),
        );
      };
      if (hindrance === undefined) attempt();
      const timer = setInterval(attempt, RETRY_MS);
      return () => clearInterval(timer);
    }, [Page, hindrance]);
    if (Page) return <Page {...props} />;
    switch (hindrance) {
      case undefined:
      case "loading-anew":
        return waiting;
      case "away":
        return framed(<FailedState error={new UnreachableError(SERVICE_URL, undefined)} />);
      case "outdated":
        return framed(<Outdated />);
    }
  }
  // What fails ahead of time fails again, visibly, when the page is opened.
  const preload = () =>
    fetchPage().then(
      () => {},
      () => {},
    );
  return Object.assign(LazyPart, { preload });
}

function Outdated() {
  return (
    <div role="alert">
      <NoneYet title="There is a new version" action={<Button onClick={() => location.reload()}>Reload</Button>}>
        What belongs here could not be loaded by the version that is open. Reload the console.
      </NoneYet>
    </div>
  );
}
