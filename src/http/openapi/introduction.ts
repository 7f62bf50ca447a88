/** What stands at the top of the document. */
export function info(version: string) {
  return {
    title: "Shelfwire API",
    version,
    summary: "Callbacks for analysis results, asynchronous uploads, paginated reads",
    description: DESCRIPTION,
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  };
}

const DESCRIPTION = `
Shelfwire tells you when the analysis result of a session is available, takes your stores, users and routes as files, and lets
you read them page by page.

## Credentials

Every request carries a token, as \`Authorization: Auth-Token <token>\` or as \`Auth-Token: <token>\`. A project's token
opens that project and nothing else; the operator's token opens the operator's side. A missing, malformed, unknown, revoked or
expired token is 401; a project that does not exist and one that is not yours are the same 403.

## Errors

Every error is \`{"statusCode", "message", "error"}\`; \`message\` is a string, or a list of them where several things are
wrong at once. Besides the answers listed with each operation: 405 with \`Allow\` for a method that a path does not have,
404 for a path that does not exist, 408 for a request that does not arrive in time, 431 for a header of more than 16 KiB.

## Rate limit

150 requests a second for each token, unless the operator has set another limit. \`RateLimit\` tells what is left,
\`RateLimit-Policy\` what is allowed. Above it: 429 with \`Retry-After\`, and nothing was done.

## Versions and times

\`{version_number}\` is one of the versions listed, in any letter case; all of them are served alike. Times are ISO 8601 in
UTC with milliseconds, but for \`last_update_time\` of an entity: seconds since the epoch.
`.trim();

export const TAGS = [
  { name: "Subscription", description: "Where callbacks go, and which analysis results they tell of" },
  { name: "Deliveries", description: "What was sent, each attempt of it, and sending it again" },
  { name: "Uploads", description: "Files that add, change or remove entities, run as jobs" },
  { name: "Stores", description: "Reading stores" },
  { name: "Users", description: "Reading users" },
  { name: "Routes", description: "Reading routes" },
  { name: "Lookup values", description: "Values that rows of stores may have" },
  { name: "Projects", description: "Operator: projects, their settings and lookup values" },
  { name: "Tokens", description: "Operator: tokens of a project" },
  { name: "Publishing", description: "Operator: analysis results, published and listed" },
  { name: "Operations", description: "Operator: deliveries, jobs and figures of any project" },
  { name: "Service", description: "Health, metrics and this document" },
];

export const TAG_GROUPS = [
  {
    name: "For projects",
    tags: ["Subscription", "Deliveries", "Uploads", "Stores", "Users", "Routes", "Lookup values"],
  },
  { name: "For operators", tags: ["Projects", "Tokens", "Publishing", "Operations"] },
  { name: "Service", tags: ["Service"] },
];

const TOKEN_FORM = "`Auth-Token <token>`, the scheme in any letter case";

export const SECURITY_SCHEMES = {
  projectToken: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: `A project's token: ${TOKEN_FORM}`,
  },
  projectTokenHeader: { type: "apiKey", in: "header", name: "Auth-Token", description: "A project's token by itself" },
  operatorToken: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: `The operator's token: ${TOKEN_FORM}`,
  },
  operatorTokenHeader: {
    type: "apiKey",
    in: "header",
    name: "Auth-Token",
    description: "The operator's token by itself",
  },
  signedLink: {
    ...{ type: "apiKey", in: "query", name: "signature" },
    description: "A link as it was given out, with its signature: no token is needed, and it expires",
  },
};
