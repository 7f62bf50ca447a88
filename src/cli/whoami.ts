import type { Command } from "commander";
import { CommandFailed } from "./command-errors.ts";
import { addExamples } from "./examples.ts";
import { failureOf } from "./failures.ts";
import { printJson } from "./output.ts";
import { checkedToken, checkedUrl, type Settings, settingsOf, wantsJson } from "./settings.ts";
import { printRecord } from "./table.ts";

/** `shelfwire whoami`: with which address, project and tokens commands work, and whether the service takes them. */
export function defineWhoami(command: Command): void {
  command.action(whoami);
  addExamples(
    command,
    ["shelfwire whoami", "shelfwire whoami --profile production --json"],
    "The exit code is 0 when every token that is set is good, 4 when one is refused, 5 when the service is away.",
  );
}

async function whoami(_flags: object, command: Command): Promise<void> {
  const settings = settingsOf(command);
  const { profile, url, project, sources } = settings;
  const checks = await check(settings);
  const record = {
    profile: profile?.name ?? null,
    url,
    project: project ?? null,
    project_token: checks.project.state,
    operator_token: checks.operator.state,
  };
  if (wantsJson(command)) printJson({ ...record, sources });
  else {
    printRecord({
      ...record,
      url: `${url}${from(sources.url)}`,
      project: project === undefined ? null : `${project}${from(sources.project)}`,
      project_token: `${checks.project.state}${from(sources.token)}`,
      operator_token: `${checks.operator.state}${from(sources.operatorToken)}`,
    });
  }
  const failed = [checks.project, checks.operator].find(({ failure }) => failure !== undefined)?.failure;
  if (failed !== undefined) throw new CommandFailed(failed.sentence, failed.exitCode);
}

interface Check {
  state: "not set" | "good" | "refused" | "not checked";
  failure?: { sentence: string; exitCode: number };
}

async function check({ url, project, token, operatorToken }: Settings): Promise<{ project: Check; operator: Check }> {
  const { OperatorClient, ShelfwireClient } = await import("@shelfwire/client");
  const baseUrl = checkedUrl(url);
  return {
    project: await outcome(token, (good) =>
      project === undefined
        ? undefined
        : new ShelfwireClient({ baseUrl, token: good, projectName: project, retries: 1 }).getSubscription(),
    ),
    operator: await outcome(operatorToken, (good) =>
      new OperatorClient({ baseUrl, token: good, retries: 1 }).listProjects(),
    ),
  };
}

async function outcome(
  token: string | undefined,
  ask: (token: string) => Promise<unknown> | undefined,
): Promise<Check> {
  if (token === undefined) return { state: "not set" };
  try {
    const asked = ask(checkedToken(token));
    if (asked === undefined) return { state: "not checked" };
    await asked;
    return { state: "good" };
  } catch (error) {
    const failure = failureOf(error);
    return { state: failure.exitCode === 4 ? "refused" : "not checked", failure };
  }
}

function from(source: string | undefined): string {
  return source === undefined ? "" : ` (${source})`;
}
