/** What the package offers; `@shelfwire/client/node` adds files of the machine's disk. */
export type { CallerOptions } from "./caller.ts";
export { ConsoleClient } from "./console-client.ts";
export type * from "./console-types.ts";
export { DeliveryAccess } from "./delivery-access.ts";
export { EntityReader } from "./entity-reader.ts";
export { ShelfwireError, UnreachableError } from "./errors.ts";
export { formatOf } from "./file-format.ts";
export type { WaitOptions } from "./job-wait.ts";
export { EVENTS_PER_PUBLISH_MAX, OperatorClient } from "./operator-client.ts";
export type * from "./operator-types.ts";
export type { ServiceProbe } from "./service-probe.ts";
export { type JobFile, ShelfwireClient, type ShelfwireClientOptions, type UploadOptions } from "./shelfwire-client.ts";
export type * from "./types.ts";
export type { UploadFile, UploadProgress } from "./upload-body.ts";
