import type { Command } from "commander";

/** Gives a verb its arguments, options, examples and actions. */
export type DefineVerb = (command: Command) => void;

interface Verb {
  name: string;
  group: string;
  summary: string;
  load: () => Promise<DefineVerb>;
}

const SERVICE = "The service:";
const ACCESS = "Access:";
const PROJECT = "With a project's token:";
const OPERATOR = "With the operator token:";
const ASIDE = "Beside:";

/** Every verb there is. Its file is loaded when it is called. */
export const VERBS: readonly Verb[] = [
  verb("serve", SERVICE, "run the service", async () => (await import("./serve.ts")).defineServe),
  verb(
    "doctor",
    SERVICE,
    "check whether the service can run here, and what is wrong",
    async () => (await import("./doctor.ts")).defineDoctor,
  ),
  verb(
    "login",
    ACCESS,
    "keep an address and a token under a name",
    async () => (await import("./login.ts")).defineLogin,
  ),
  verb("logout", ACCESS, "forget them", async () => (await import("./logout.ts")).defineLogout),
  verb(
    "profile",
    ACCESS,
    "list what is kept, choose the current one",
    async () => (await import("./profile.ts")).defineProfile,
  ),
  verb(
    "whoami",
    ACCESS,
    "show what commands work with, and whether it is good",
    async () => (await import("./whoami.ts")).defineWhoami,
  ),
  verb(
    "upload",
    PROJECT,
    "upload a file of stores, users or routes, and follow its job",
    async () => (await import("./upload.ts")).defineUpload,
  ),
  verb(
    "validate",
    PROJECT,
    "check a file as an upload would, without a service",
    async () => (await import("./validate.ts")).defineValidate,
  ),
  verb("job", PROJECT, "list, read, follow and cancel upload jobs", async () => (await import("./job.ts")).defineJob),
  verb("store", PROJECT, "read stores", async () => (await import("./entity.ts")).defineStore),
  verb("user", PROJECT, "read users", async () => (await import("./entity.ts")).defineUser),
  verb("route", PROJECT, "read routes", async () => (await import("./entity.ts")).defineRoute),
  verb(
    "subscription",
    PROJECT,
    "read, set and remove a project's callback URLs",
    async () => (await import("./subscription.ts")).defineSubscription,
  ),
  verb(
    "listen",
    PROJECT,
    "receive callbacks here and show them",
    async () => (await import("./listen.ts")).defineListen,
  ),
  verb(
    "delivery",
    PROJECT,
    "see what became of callbacks, and deliver again",
    async () => (await import("./delivery.ts")).defineDelivery,
  ),
  verb("project", OPERATOR, "create and change projects", async () => (await import("./project.ts")).defineProject),
  verb("token", OPERATOR, "issue and revoke a project's tokens", async () => (await import("./token.ts")).defineToken),
  verb(
    "lookup",
    OPERATOR,
    "read and change a project's pre-configured values",
    async () => (await import("./lookup.ts")).defineLookup,
  ),
  verb("publish", OPERATOR, "publish analysis results", async () => (await import("./publish.ts")).definePublish),
  verb(
    "completion",
    ASIDE,
    "print the completion of a shell",
    async () => (await import("./completion.ts")).defineCompletion,
  ),
];

function verb(name: string, group: string, summary: string, load: Verb["load"]): Verb {
  return { name, group, summary, load };
}
