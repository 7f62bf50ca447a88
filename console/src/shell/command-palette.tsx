import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { projectsQuery } from "../session/projects-query.ts";
import { useIsOperator } from "../session/session.tsx";
import styles from "./command-palette.module.css";
import { PROJECT_PLACES, SERVICE_PLACES } from "./places.ts";
import { useCurrentProject } from "./project-switcher.tsx";

interface Command {
  label: string;
  /** Where it leads, beside the label. */
  about: string;
  run: () => void;
}

const SHOWN_MAX = 12;

/** Goes anywhere by a few letters: pages of the present project, and other projects. */
export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} centered={false} size={520} padding={0}>
      <Modal.Overlay />
      <Modal.Content aria-label="Go to">
        <Modal.Body>{isOpen && <Palette onClose={onClose} />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const commands = useCommands();
  const found = commands.filter((command) => matches(command, text)).slice(0, SHOWN_MAX);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setChosen((chosen + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === "Enter") run(found[chosen]);
  };
  return (
    <div>
      <input
        className={styles.input}
        placeholder="Go to a page or a project"
        role="combobox"
        aria-label="Go to"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
        value={text}
        data-autofocus
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
      />
      <div role="listbox" id={id} aria-label="Places" className={styles.list}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's.
          <div
            key={command.label + command.about}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.option}
            onClick={() => run(command)}
            onMouseMove={() => setChosen(index)}
          >
            <span>{command.label}</span>
            <span className={styles.about}>{command.about}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>Nothing here is called that.</p>}
    </div>
  );
}

function useCommands(): Command[] {
  const navigate = useNavigate();
  const isOperator = useIsOperator();
  const project = useCurrentProject();
  const { data: projects } = useQuery({ ...projectsQuery, enabled: isOperator });
  return useMemo(() => {
    const commands: Command[] = [];
    if (project !== undefined) {
      for (const { to, label } of PROJECT_PLACES) {
        commands.push({ label, about: project, run: () => navigate({ to, params: { project } }) });
      }
    }
    if (!isOperator) return commands;
    for (const { to, label } of SERVICE_PLACES) commands.push({ label, about: "Service", run: () => navigate({ to }) });
    for (const { name } of projects ?? []) {
      commands.push({
        label: name,
        about: "Project",
        run: () => navigate({ to: "/p/$project", params: { project: name } }),
      });
      const settings = () => navigate({ to: "/projects/$project", params: { project: name } });
      commands.push({ label: `${name}: settings and tokens`, about: "Project", run: settings });
    }
    return commands;
  }, [navigate, isOperator, project, projects]);
}

/** Every word that was typed begins a word of the command. */
function matches({ label, about }: Command, text: string): boolean {
  const words = `${label} ${about}`.toLowerCase().split(/[\s:_-]+/);
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  return typed.every((part) => words.some((word) => word.startsWith(part)));
}
