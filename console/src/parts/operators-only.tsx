import type { ReactNode } from "react";
import { NotAllowed } from "./empty-state.tsx";
import { PageHead } from "./page-head.tsx";

/** In place of a page that a project's people may not see; the service would refuse its figures as well. */
export function OperatorsOnly({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageHead title={title} />
      <NotAllowed>{children}</NotAllowed>
    </>
  );
}
