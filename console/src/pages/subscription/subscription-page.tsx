import { NoneYet } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";

export function SubscriptionPage() {
  return (
    <>
      <PageHead title="Subscription" />
      <NoneYet title="Nothing here so far" />
    </>
  );
}
