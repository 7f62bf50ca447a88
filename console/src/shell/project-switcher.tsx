import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { projectsQuery } from "../session/projects-query.ts";
import { useIsOperator, useKept, useSession } from "../session/session.tsx";
import styles from "./project-switcher.module.css";

/** The project of the address; else the one last looked at, or the first. undefined where there is none. */
export function useCurrentProject(): string | undefined {
  const session = useSession();
  const { project: named } = useParams({ strict: false });
  const [kept, keep] = useKept("project", "");
  const { data: projects } = useQuery({ ...projectsQuery, enabled: session.kind === "operator" });
  useEffect(() => {
    if (named !== undefined && named !== kept) keep(named);
  }, [named, kept, keep]);
  if (session.kind === "project") return session.project;
  if (named !== undefined) return named;
  return projects?.find(({ name }) => name === kept)?.name ?? projects?.[0]?.name;
}

/** Changes the project and stays on the same page. */
export function ProjectSwitcher() {
  const isOperator = useIsOperator();
  const current = useCurrentProject();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data: projects } = useQuery({ ...projectsQuery, enabled: isOperator });
  if (!isOperator) return <p className={styles.name}>{current}</p>;
  if (projects?.length === 0) return null;
  const change = (name: string | null) => {
    if (name === null) return;
    const rest = /^\/p\/[^/]+(\/[a-z]+)?/.exec(pathname)?.[1] ?? "";
    navigate({ to: `/p/${encodeURIComponent(name)}${rest}` });
  };
  return (
    <Select
      className={styles.switcher}
      aria-label="Project"
      placeholder="Project"
      data={projects?.map(({ name }) => name) ?? []}
      value={current ?? null}
      onChange={change}
      allowDeselect={false}
      searchable={(projects?.length ?? 0) > 8}
      nothingFoundMessage="No such project"
    />
  );
}
