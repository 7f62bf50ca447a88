/** What `@shelfwire/client/receiver` offers: receiving callbacks, and the pieces it is made of. */
export type { NotificationPayload } from "../types.ts";
export type { ApiKey } from "./api-key.ts";
export type { Callback, PlainRequest, Refusal, RefusalReason } from "./callback-check.ts";
export type { AnyHeaders } from "./headers.ts";
export type { NodeAnswer, NodeRequest } from "./node-request.ts";
export { type NotificationCheck, readNotification } from "./notification.ts";
export type { RawBody } from "./raw-body.ts";
export { createReceiver, type PlainAnswer, type Receiver, type ReceiverOptions } from "./receiver.ts";
export { type IdState, MemorySeenIds, type SeenIds, type SeenIdsBounds } from "./seen-ids.ts";
export { type SignatureCheck, type SignatureFault, type SignedCallback, verifySignature } from "./signature.ts";
