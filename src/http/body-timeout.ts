import type { FastifyReply, FastifyRequest } from "fastify";
import { REQUEST_BODY_TIMEOUT_MS } from "../config/limits.ts";
import { problem } from "../lib/problems.ts";
import { answerError } from "./errors.ts";

/**
 * Cuts a body that trickles in: requests but uploads are small, and one that takes longer than `timeoutMs` only holds
 * a socket. Answers 408 and closes.
 */
export function limitBodyTime(request: FastifyRequest, reply: FastifyReply, timeoutMs = REQUEST_BODY_TIMEOUT_MS): void {
  const { raw } = request;
  if (raw.complete || /^multipart\/form-data/i.test(request.headers["content-type"] ?? "")) return;
  const timer = setTimeout(() => {
    if (raw.complete || reply.sent) return;
    answerError(problem("request_timeout"), request, reply);
  }, timeoutMs);
  timer.unref();
  for (const event of ["end", "close"]) raw.once(event, () => clearTimeout(timer));
}
