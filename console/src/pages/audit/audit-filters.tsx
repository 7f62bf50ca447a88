import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useState } from "react";
import { projectsQuery } from "../../session/projects-query.ts";
import styles from "./audit.module.css";
import type { AuditSearch } from "./audit-search.ts";
import { ACTION_WORDS, isAuditAction } from "./audit-words.ts";

const ACTIONS = Object.entries(ACTION_WORDS).map(([value, label]) => ({ value, label }));

/** By what was done, by whom, and where all projects are shown by project. */
export function AuditFilters(props: {
  search: AuditSearch;
  onChange: (search: AuditSearch) => void;
  hasProjects?: boolean;
}) {
  const { search, onChange, hasProjects = false } = props;
  const { data: projects } = useQuery({ ...projectsQuery, enabled: hasProjects });
  const names = projects?.map(({ name }) => name) ?? [];
  return (
    <search className={styles.filters} aria-label="Filters">
      <UserFilter user={search.user} onChange={(user) => onChange({ ...search, user })} />
      <Select
        aria-label="What was done"
        placeholder="Everything"
        data={ACTIONS}
        value={search.action ?? null}
        onChange={(action) => onChange({ ...search, action: isAuditAction(action) ? action : undefined })}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Show everything" }}
      />
      {hasProjects && (
        <Select
          aria-label="Project"
          placeholder="All projects"
          data={search.project !== undefined && !names.includes(search.project) ? [...names, search.project] : names}
          value={search.project ?? null}
          onChange={(project) => onChange({ ...search, project: project ?? undefined })}
          searchable
          clearable
          clearButtonProps={{ "aria-label": "Show all projects" }}
        />
      )}
    </search>
  );
}

function UserFilter({ user = "", onChange }: { user?: string; onChange: (user: string | undefined) => void }) {
  const [text, setText] = useState(user);
  useEffect(() => setText(user), [user]);
  const apply = () => {
    if (text !== user) onChange(text === "" ? undefined : text);
  };
  return (
    <TextInput
      aria-label="User name"
      placeholder="User name"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event: KeyboardEvent) => event.key === "Enter" && apply()}
      data-page-search
    />
  );
}
