import type { ProjectRecord, ProjectSettingsInput } from "@shelfwire/client";

/** The settings of the form, as they stand on the screen. */
export interface Draft {
  waveTypes: string[];
  payloadFields: string[];
  redeliver: boolean;
  lookupPolicy: "strict" | "open";
  listKey: "plural" | "singular";
  rateLimit: number | null;
  mandatory: { store: string[]; user: string[]; route: string[] };
}

const PAYLOAD_FIELDS = ["store_number", "client_session_id"] as const;

export function draftOf(project: ProjectRecord): Draft {
  const { store = [], user = [], route = [] } = project.mandatory_fields;
  return {
    waveTypes: project.wave_types,
    payloadFields: project.payload_fields,
    redeliver: project.redeliver_on_recovery,
    lookupPolicy: project.lookup_policy === "open" ? "open" : "strict",
    listKey: project.list_key === "singular" ? "singular" : "plural",
    rateLimit: project.rate_limit,
    mandatory: { store, user, route },
  };
}

/** What of the draft differs from the stored settings, as the API wants it. */
export function changesOf(project: ProjectRecord, draft: Draft): ProjectSettingsInput {
  const stored = draftOf(project);
  const differs = (name: keyof Draft) => JSON.stringify(stored[name]) !== JSON.stringify(draft[name]);
  return {
    ...(differs("waveTypes") && { wave_types: draft.waveTypes }),
    ...(differs("payloadFields") && {
      payload_fields: PAYLOAD_FIELDS.filter((field) => draft.payloadFields.includes(field)),
    }),
    ...(differs("redeliver") && { redeliver_on_recovery: draft.redeliver }),
    ...(differs("lookupPolicy") && { lookup_policy: draft.lookupPolicy }),
    ...(differs("listKey") && { list_key: draft.listKey }),
    ...(differs("rateLimit") && { rate_limit: draft.rateLimit }),
    ...(differs("mandatory") && { mandatory_fields: draft.mandatory }),
  };
}
