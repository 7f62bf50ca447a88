import { Button } from "@mantine/core";
import type { ProjectRecord } from "@shelfwire/client";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { CheckIcon } from "../../parts/icons.tsx";
import { useKept } from "../../session/session.tsx";
import { CreateProjectDialog } from "../projects/create-project-dialog.tsx";
import { IssueTokenDialog } from "../projects/issue-token-dialog.tsx";
import styles from "./first-run.module.css";
import { firstStepsQuery, NOTHING_DONE } from "./first-steps-query.ts";

/** Leads through a new installation, step by step, each with its action; gone when all is done, or put away. */
export function FirstRun({ projects }: { projects: readonly ProjectRecord[] }) {
  const [hidden, hide] = useKept("first-run", "");
  const project = projects[0]?.name;
  const isFirst = projects.length <= 1 && hidden !== "hidden";
  const { data } = useQuery(firstStepsQuery(isFirst ? project : undefined));
  if (!isFirst || (project !== undefined && data === undefined)) return null;
  const done = project === undefined ? NOTHING_DONE : (data ?? NOTHING_DONE);
  const count = Object.values(done).filter(Boolean).length + (project === undefined ? 0 : 1);
  if (count === 6) return null;
  return (
    <section className={styles.card} aria-label="First steps">
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>First steps</h2>
          <p className={styles.about}>{count} of 6 done</p>
        </div>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => hide("hidden")}>
          Put away
        </Button>
      </header>
      <Steps project={project} done={done} />
    </section>
  );
}

function Steps({ project, done }: { project: string | undefined; done: typeof NOTHING_DONE }) {
  const [open, setOpen] = useState<"project" | "token">();
  const navigate = useNavigate();
  const close = () => setOpen(undefined);
  return (
    <ol className={styles.steps}>
      <Step
        title={project === undefined ? "Create a project" : `Project ${project}`}
        about="One client of the service, kept apart from all others"
        isDone={project !== undefined}
        isNext={project === undefined}
        action={<Button onClick={() => setOpen("project")}>Create a project</Button>}
      />
      <Step
        title="Issue a token"
        about="What the client's programs sign in with"
        isDone={done.token}
        isNext={project !== undefined}
        action={<Button onClick={() => setOpen("token")}>Issue a token</Button>}
      />
      <ProjectSteps project={project} done={done} />
      <CreateProjectDialog isOpen={open === "project"} onClose={close} onCreated={() => navigate({ to: "/" })} />
      {project !== undefined && <IssueTokenDialog project={project} isOpen={open === "token"} onClose={close} />}
    </ol>
  );
}

function ProjectSteps({ project = "", done }: { project?: string; done: typeof NOTHING_DONE }) {
  const params = { project };
  const isNext = project !== "";
  return (
    <>
      <Step
        title="Set the lookups"
        about="Regions, store types and the other values that rows may name"
        isDone={done.lookups}
        isNext={isNext}
        action={
          <Link to="/projects/$project" params={params} search={{ tab: "lookups" }}>
            Set the lookups
          </Link>
        }
      />
      <Step
        title="Upload stores"
        about="A CSV or JSON file; what is wrong in it is shown row by row"
        isDone={done.stores}
        isNext={isNext}
        action={
          <Link to="/p/$project/jobs" params={params}>
            Upload a file
          </Link>
        }
      />
      <Step
        title="Subscribe a callback URL"
        about="Where notifications of new results go"
        isDone={done.subscription}
        isNext={isNext}
        action={
          <Link to="/p/$project/subscription" params={params}>
            Set the subscription
          </Link>
        }
      />
      <Step
        title="Send a test event"
        about="See a callback arrive, with everything that was said"
        isDone={done.event}
        isNext={done.subscription}
        action={
          <Link to="/p/$project/subscription" params={params}>
            Send a test event
          </Link>
        }
      />
    </>
  );
}

function Step(props: { title: string; about: string; isDone: boolean; isNext: boolean; action: ReactNode }) {
  const { title, about, isDone, isNext, action } = props;
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.mark} aria-hidden>
        {isDone && <CheckIcon size={12} />}
      </span>
      <div className={styles.words}>
        <span className={styles.name}>
          {title}
          {isDone && <span className={styles.done}> (done)</span>}
        </span>
        <span className={styles.about}>{about}</span>
      </div>
      {!isDone && isNext && <div className={styles.action}>{action}</div>}
    </li>
  );
}
