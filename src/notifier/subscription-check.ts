import { SUBSCRIPTION_URLS_MAX } from "../config/limits.ts";
import { type CallbackUrlRules, isCallbackUrl } from "./callback-url.ts";

/** What a PUT of a subscription may carry, or the messages of its 400, all that apply, in the contract's order. */
export type SubscriptionCheck = { ok: true; urls: string[]; waveTypes: string[] } | { ok: false; messages: string[] };

/** Checks the body of a PUT (interface, "PUT 400 messages"; decisions, section 2). `body` is any JSON value. */
export function checkSubscription(
  body: unknown,
  waveTypes: readonly string[],
  rules: CallbackUrlRules,
): SubscriptionCheck {
  const { url_list: urlList, wave_type_list: waveTypeList } = membersOf(body);
  const isKnownWaveType = (value: unknown): value is string => waveTypes.some((known) => known === value);
  const messages: string[] = [];

  if (isEmpty(urlList)) messages.push("url_list should not be empty");
  if (!Array.isArray(urlList)) messages.push("url_list must be an array");
  else {
    if (!urlList.every((url) => isCallbackUrl(url, rules)))
      messages.push("each value in url_list must be a public HTTPS URL");
    if (new Set(urlList).size > SUBSCRIPTION_URLS_MAX) {
      messages.push(`url_list must contain no more than ${SUBSCRIPTION_URLS_MAX} elements`);
    }
  }
  if (isEmpty(waveTypeList)) messages.push("wave_type_list should not be empty");
  const waves: unknown[] = Array.isArray(waveTypeList) ? waveTypeList : [waveTypeList];
  if (!waves.every(isKnownWaveType)) messages.push("each value in wave_type_list must be a valid enum value");
  if (!Array.isArray(waveTypeList)) messages.push("wave_type_list must be an array");

  if (messages.length > 0 || !Array.isArray(urlList)) return { ok: false, messages };
  const urls = urlList.filter((url) => isCallbackUrl(url, rules));
  return { ok: true, urls: [...new Set(urls)], waveTypes: [...new Set(waves.filter(isKnownWaveType))] };
}

function membersOf(body: unknown): { url_list?: unknown; wave_type_list?: unknown } {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? body : {};
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
