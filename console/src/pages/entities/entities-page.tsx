import { NoneYet } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";

export function EntitiesPage({ entity }: { entity: "store" | "user" | "route" }) {
  return (
    <>
      <PageHead title={entity} />
      <NoneYet title="Nothing here so far" />
    </>
  );
}
