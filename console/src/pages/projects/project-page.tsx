import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { FailedState, NoneYet } from "../../parts/empty-state.tsx";
import { OperatorsOnly } from "../../parts/operators-only.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { Time } from "../../parts/time.tsx";
import { operatorApi } from "../../session/api.ts";
import { useIsOperator } from "../../session/session.tsx";
import { LookupsTab } from "./lookups-tab.tsx";
import { PROJECT_TABS } from "./project-search.ts";
import { SettingsTab } from "./settings-tab.tsx";
import { TokensTab } from "./tokens-tab.tsx";

/** What the operator sets of one project. */
export function ProjectPage() {
  const { project: name } = useParams({ from: "/projects/$project" });
  return useIsOperator() ? (
    <Project name={name} />
  ) : (
    <OperatorsOnly title={name}>Projects are the operator's to manage.</OperatorsOnly>
  );
}

function Project({ name }: { name: string }) {
  const { tab = "settings" } = useSearch({ from: "/projects/$project" });
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ["project", name],
    queryFn: async ({ signal }) => (await operatorApi.getProject(name, { signal })) ?? null,
    placeholderData: undefined,
  });
  const open = (value: string | null) => {
    const next = PROJECT_TABS.find((one) => one === value);
    navigate({ to: "/projects/$project", params: { project: name }, search: { tab: next }, replace: true });
  };
  if (data === undefined) return error ? <FailedState error={error} onRetry={refetch} /> : <PageHead title={name} />;
  if (data === null) return <NoProject name={name} />;
  return (
    <>
      <PageHead
        title={name}
        about={
          <>
            Created <Time at={data.creation_time} as="date" />
          </>
        }
      >
        <Link to="/p/$project" params={{ project: name }}>
          Overview of the project
        </Link>
      </PageHead>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
          <Tabs.Tab value="tokens">Tokens</Tabs.Tab>
          <Tabs.Tab value="lookups">Lookups</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="settings">
          <SettingsTab key={name} project={data} />
        </Tabs.Panel>
        <Tabs.Panel value="tokens">
          <TokensTab project={name} />
        </Tabs.Panel>
        <Tabs.Panel value="lookups">
          <LookupsTab project={name} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function NoProject({ name }: { name: string }) {
  return (
    <>
      <PageHead title={name} />
      <NoneYet title={`There is no project ${name}`} action={<Link to="/projects">All projects</Link>}>
        It may have been removed, or the address is mistyped.
      </NoneYet>
    </>
  );
}
