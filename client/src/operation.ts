/** What an operation of the API document takes and answers, by its `operationId`. */
import { OPERATIONS } from "./generated/operations.ts";
import type { operations } from "./generated/schema.ts";

export type OperationId = keyof typeof OPERATIONS & keyof operations;

type Parameters<Id extends OperationId> = operations[Id]["parameters"];
/** All of them texts: an operator may serve other versions than those of the document. */
export type PathOf<Id extends OperationId> =
  Parameters<Id> extends { path: infer Path } ? { [Name in keyof Path]: string } : undefined;
export type QueryOf<Id extends OperationId> = Parameters<Id> extends { query?: infer Query } ? Query : undefined;

type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody?: { content: infer Content } }
  ? Content extends { "application/json": infer Body }
    ? Body
    : undefined
  : undefined;

type Successes<Responses> = Responses extends { 200: infer Answer }
  ? Answer
  : Responses extends { 201: infer Answer }
    ? Answer
    : Responses extends { 202: infer Answer }
      ? Answer
      : undefined;

/** The JSON of a successful answer; undefined where there is none. */
export type AnswerOf<Id extends OperationId> =
  Successes<operations[Id]["responses"]> extends { content: { "application/json": infer Answer } } ? Answer : undefined;

export type OperationInput<Id extends OperationId> = (PathOf<Id> extends undefined ? unknown : { path: PathOf<Id> }) &
  (BodyOf<Id> extends undefined ? { json?: undefined } : { json?: BodyOf<Id> }) & { query?: QueryOf<Id> };

/** What every input is, whatever the operation. */
export interface LooseInput {
  path?: Readonly<Record<string, string>>;
  query?: Record<string, QueryValue>;
  json?: unknown;
  signal?: AbortSignal;
  /** A POST that may be sent again without harm, as it carries a key of its own. */
  repeatable?: boolean;
}

/** A list is several values of one parameter. */
export type QueryValue = string | number | boolean | undefined | readonly (string | number | boolean)[];

/** The path of an operation with its places filled in. */
export function pathOf(id: OperationId, values: Readonly<Record<string, string>> = {}): string {
  return OPERATIONS[id].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

export function methodOf(id: OperationId): (typeof OPERATIONS)[OperationId]["method"] {
  return OPERATIONS[id].method;
}
