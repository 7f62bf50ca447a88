/** Every header that the document names, once. */
const headers = {
  RateLimit: {
    description: "What is left (`r`) and the seconds until it is whole again (`t`), for this token",
    required: true,
    schema: { type: "string", examples: ['"default";r=149;t=1'] },
  },
  "RateLimit-Policy": {
    description: "Requests (`q`) in a window of so many seconds (`w`), for each token",
    required: true,
    schema: { type: "string", examples: ['"default";q=150;w=1'] },
  },
  "Retry-After": {
    description: "Seconds to wait before asking again",
    schema: { type: "integer", minimum: 0, examples: [1] },
  },
  "WWW-Authenticate": {
    description: "The scheme of the credentials",
    required: true,
    schema: { type: "string", examples: ["Auth-Token"] },
  },
  Allow: {
    description: "The methods that the path has",
    schema: { type: "string", examples: ["DELETE, GET, HEAD, OPTIONS, PUT"] },
  },
  Location: {
    description: "Where the new thing is",
    required: true,
    schema: { type: "string", examples: ["/api/operator/projects/acme"] },
  },
  "Job-Location": {
    description:
      "Where the job is: `<version_number>/<project_name>/async-job/status/<async_job_id>`, without a slash in front",
    required: true,
    schema: { type: "string", examples: ["v4/acme/async-job/status/0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24"] },
  },
  "Operation-Location": {
    description: "The absolute URL of the job's status",
    required: true,
    schema: {
      type: "string",
      format: "uri",
      examples: ["https://shelfwire.example/api/v4/acme/async-job/status/0199e3b4-7c1a-7d2e-9f60-3b1c5a7e9d24"],
    },
  },
  "Idempotency-Key": {
    description:
      "The same upload with the same key within 24 hours is one job: a client that got no answer may send it again",
    schema: {
      type: "string",
      minLength: 1,
      maxLength: 255,
      pattern: "^[\\x20-\\x7e]+$",
      examples: ["stores-2026-11-21"],
    },
  },
  ETag: {
    description: "The version of this answer",
    required: true,
    schema: { type: "string", examples: ['"5f2b9c1d7a04"'] },
  },
  "If-None-Match": {
    description: "ETags of answers that the client has; 304 where one of them still stands",
    schema: { type: "string", examples: ['"5f2b9c1d7a04"'] },
  },
  "Content-Disposition": {
    description: "The name under which to save the file",
    required: true,
    schema: { type: "string", examples: ['attachment; filename="stores.csv"'] },
  },
} as const satisfies Record<string, HeaderDocs>;

interface HeaderDocs {
  description: string;
  /** Every answer that is said to have it does. */
  required?: boolean;
  schema: object;
}

export type HeaderName = keyof typeof headers;

export const HEADERS: Readonly<Record<HeaderName, HeaderDocs>> = headers;

/** As it stands in an answer: one header has two forms, and so two names here. */
export function wireName(name: HeaderName): string {
  return name === "Job-Location" ? "Location" : name;
}
