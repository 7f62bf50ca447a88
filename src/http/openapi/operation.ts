/**
 * How a route documents itself. The document is made from what the server enforces (method, path, `config.access`,
 * `params`, `querystring`, `body`, `response`); the members here add the words. Errors that follow from those facts
 * (401, 403, 404 of an unknown version, 413, 415, 429, 500, 503) are added by `standardErrors`; a route names the rest.
 *
 * A schema with a `title` in PascalCase becomes a named component; the same title must mean the same schema. Give leaves
 * `examples`: the examples of bodies and answers are composed of them.
 */
import type { HeaderName } from "./headers.ts";

declare module "fastify" {
  interface FastifySchema {
    /** camelCase verb and noun, for ever the same: clients are generated from it. */
    operationId?: string;
    /** One of `TAGS`. */
    tags?: string[];
    /** A few words, without a full stop. */
    summary?: string;
    /** Markdown. */
    description?: string;
    deprecated?: boolean;
    /** Pages for people and their assets are no part of the document. */
    hide?: boolean;
    /** Headers of the request besides the credentials. */
    requestHeaders?: HeaderName[];
    /** Bodies by content type, in place of `body`: what the handler reads itself, or other forms of the same. */
    requestBodies?: Record<string, unknown>;
    /** What answers say besides their schema, by status. */
    answers?: Record<number, AnswerDocs>;
  }
}

export interface AnswerDocs {
  description?: string;
  /** Headers besides those that every answer has. */
  headers?: HeaderName[];
  /** Schemas by content type, where the answer is not JSON alone. */
  contents?: Record<string, unknown>;
  /** For errors: what `message` says, one example each. */
  messages?: (string | string[])[];
}
