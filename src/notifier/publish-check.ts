import { PUBLISH_TEXT_LENGTH_MAX, RESULTS_PER_PUBLISH_MAX } from "../config/limits.ts";

/** One element of a publish, checked (decisions, section 3). */
export interface PublishedResult {
  sessionUid: string;
  waveType: string;
  /** A URL of the producer's, or the JSON text that Shelfwire serves itself. */
  result: { url: string } | { inline: string };
  storeNumber: string | null;
  clientSessionId: string | null;
  eventId: string | null;
  /** Set: of all endpoints this one alone gets it. */
  onlyEndpointId?: number;
}

export type PublishCheck = { ok: true; results: PublishedResult[] } | { ok: false; messages: string[] };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MEMBERS = new Set([
  "session_uid",
  "wave_type",
  "analysis_result_url",
  "analysis_result",
  "store_number",
  "client_session_id",
  "event_id",
]);
/** One bad request should not make an answer of a megabyte. */
const MESSAGES_MAX = 20;

/** Checks a whole publish: one bad element refuses all of it, and each message names the element by its index. */
export function checkPublish(body: unknown, waveTypes: readonly string[]): PublishCheck {
  const isArray = Array.isArray(body);
  const elements: unknown[] = isArray ? body : [body];
  if (elements.length === 0) return { ok: false, messages: ["expected at least one analysis result"] };
  if (elements.length > RESULTS_PER_PUBLISH_MAX) {
    return {
      ok: false,
      messages: [`expected at most ${RESULTS_PER_PUBLISH_MAX} analysis results, found ${elements.length}`],
    };
  }
  const publishable = waveTypes.filter((waveType) => waveType !== "all");
  const messages: string[] = [];
  const results: PublishedResult[] = [];
  for (const [index, element] of elements.entries()) {
    const checked = checkElement(element, publishable);
    if (Array.isArray(checked))
      messages.push(...checked.map((message) => (isArray ? `[${index}] ${message}` : message)));
    else results.push(checked);
  }
  return messages.length > 0 ? { ok: false, messages: messages.slice(0, MESSAGES_MAX) } : { ok: true, results };
}

function checkElement(members: unknown, waveTypes: string[]): PublishedResult | string[] {
  if (!hasMembers(members)) return ["must be an object"];
  const messages: string[] = [];
  for (const name of Object.keys(members)) {
    if (!MEMBERS.has(name)) messages.push(`must not have the member ${JSON.stringify(name)}`);
  }

  const { session_uid: sessionUid, wave_type: waveType } = members;
  const isSession = typeof sessionUid === "string" && UUID.test(sessionUid);
  if (!isSession) messages.push("session_uid must be a UUID");
  const isWaveType = typeof waveType === "string" && waveTypes.includes(waveType);
  if (!isWaveType) messages.push(`wave_type must be one of ${waveTypes.join(", ")}`);
  const result = checkResult(members, messages);
  const storeNumber = checkText(members, "store_number", messages);
  const clientSessionId = checkText(members, "client_session_id", messages);
  const eventId = checkText(members, "event_id", messages);
  if (messages.length > 0 || !isSession || !isWaveType || result === undefined) return messages;
  return { sessionUid: sessionUid.toLowerCase(), waveType, result, storeNumber, clientSessionId, eventId };
}

function hasMembers(element: unknown): element is Record<string, unknown> {
  return typeof element === "object" && element !== null && !Array.isArray(element);
}

function checkResult(members: Record<string, unknown>, messages: string[]): PublishedResult["result"] | undefined {
  const { analysis_result: inline } = members;
  // Many producers write null for what they leave out; as a result, null is a JSON value like any other.
  const url = members.analysis_result_url ?? undefined;
  if ((url === undefined) === (inline === undefined)) {
    messages.push("must have exactly one of analysis_result_url and analysis_result");
    return undefined;
  }
  if (inline !== undefined) return { inline: JSON.stringify(inline) };
  const isUrl = typeof url === "string" && url.length <= 8_192 && /^https?:\/\/\S+$/i.test(url) && URL.canParse(url);
  if (isUrl && !hasNul(url)) return { url };
  messages.push("analysis_result_url must be an absolute http or https URL");
  return undefined;
}

function checkText(members: Record<string, unknown>, name: string, messages: string[]): string | null {
  const value = members[name];
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "string" && isShort(value) && !hasNul(value)) return value;
  messages.push(`${name} must be a string of at most ${PUBLISH_TEXT_LENGTH_MAX} characters`);
  return null;
}

/** Characters, not UTF-16 units: an emoji is one. */
function isShort(text: string): boolean {
  return text.length <= 2 * PUBLISH_TEXT_LENGTH_MAX && [...text].length <= PUBLISH_TEXT_LENGTH_MAX;
}

/** PostgreSQL keeps no NUL in text. */
function hasNul(text: string): boolean {
  return text.includes("\0");
}
