import { type Static, Type } from "typebox";

/** The six kinds of pre-configured values (decisions, section 6). */
export const LOOKUP_TYPES = [
  "store_type_name",
  "region_name",
  "district_name",
  "branch_name",
  "retailer_name",
  "state_code",
] as const;
export type LookupType = (typeof LOOKUP_TYPES)[number];

/** Wave types of a project that does not set its own (decisions, section 2). */
export const STANDARD_WAVE_TYPES = ["all", "primary", "recalculate"];

const WaveType = Type.String({ pattern: "^[a-z][a-z0-9_-]{0,49}$" });
const FieldList = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100, uniqueItems: true });
/** Any name that HTTP allows; `isReservedHeader` tells those that would break the request. */
const HeaderName = Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$" });
const HeaderValue = Type.String({ pattern: "^[\\x21-\\x7e]([\\x20-\\x7e]{0,4094}[\\x21-\\x7e])?$" });
const SigningSecret = Type.String({
  pattern: "^whsec_[A-Za-z0-9+/]{32,86}={0,2}$",
  description: "Standard Webhooks secret: `whsec_` and base64 of 24 to 64 bytes",
});

/** Headers that frame the request or belong to the delivery itself. */
const RESERVED_HEADERS = new Set([
  ...["host", "content-length", "content-type", "content-encoding", "transfer-encoding", "connection", "keep-alive"],
  ...["upgrade", "te", "trailer", "expect", "webhook-id", "webhook-timestamp", "webhook-signature", "__proto__"],
]);

/** True for a header that `callback_auth` must not replace: without ours the callback would not arrive as promised. */
export function isReservedHeader(name: string): boolean {
  return RESERVED_HEADERS.has(name.toLowerCase());
}

/** What an operator may write in POST and PATCH of a project (decisions, section 8). */
export const SettingsInput = Type.Object(
  {
    wave_types: Type.Optional(
      Type.Array(WaveType, {
        ...{ minItems: 1, maxItems: 50, uniqueItems: true },
        description: "What the project can subscribe to; `all` is always among them",
      }),
    ),
    mandatory_fields: Type.Optional(
      Type.Object(
        { store: Type.Optional(FieldList), user: Type.Optional(FieldList), route: Type.Optional(FieldList) },
        { additionalProperties: false, description: "Fields that rows must have besides the interface's own" },
      ),
    ),
    payload_fields: Type.Optional(
      Type.Array(Type.Enum(["store_number", "client_session_id"]), {
        ...{ maxItems: 2, uniqueItems: true },
        description: "Optional members that callbacks carry",
      }),
    ),
    callback_auth: Type.Optional(
      Type.Union(
        [
          Type.Null(),
          Type.Object({ header_name: HeaderName, header_value: HeaderValue }, { additionalProperties: false }),
        ],
        { description: "A header that callbacks carry; its value is encrypted at rest; null ends it" },
      ),
    ),
    signing: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Object(
          { secrets: Type.Array(SigningSecret, { minItems: 1, maxItems: 2, description: "Newest first" }) },
          { additionalProperties: false },
        ),
        Type.Object(
          {
            generate: Type.Literal(true, {
              description: "Make a new secret and keep the newest present one beside it",
            }),
          },
          { additionalProperties: false },
        ),
      ]),
    ),
    redeliver_on_recovery: Type.Optional(
      Type.Boolean({ description: "Send what died in an outage when the endpoint is back; true by default" }),
    ),
    lookup_policy: Type.Optional(
      Type.Enum(["strict", "open"], { description: "`strict` by default; `open`: unknown lookup values are added" }),
    ),
    list_key: Type.Optional(
      Type.Enum(["plural", "singular"], { description: "The name of lists in reads; `plural` by default" }),
    ),
    rate_limit: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Requests a second and token" }),
      ]),
    ),
  },
  {
    additionalProperties: false,
    title: "ProjectSettingsInput",
    examples: [{ payload_fields: ["store_number"], rate_limit: 300 }],
  },
);
export type SettingsInput = Static<typeof SettingsInput>;

/** The settings as modules use them: complete, secrets apart. */
export interface ProjectSettings {
  waveTypes: string[];
  mandatoryFields: { store?: string[]; user?: string[]; route?: string[] };
  payloadFields: ("store_number" | "client_session_id")[];
  redeliverOnRecovery: boolean;
  lookupPolicy: "strict" | "open";
  listKey: "plural" | "singular";
  /** Requests a second and token; null: the installation's default. */
  rateLimit: number | null;
}

/** The isolated customer; every row belongs to one. */
export interface Project {
  projectId: number;
  name: string;
  settings: ProjectSettings;
  /** Header method of callback authentication (interface, "Authentication", 4). */
  callbackAuth: { headerName: string; headerValue: string } | null;
  /** `whsec_...`, newest first; empty: callbacks are not signed. */
  signingSecrets: string[];
  createdAt: Date;
}

export const STANDARD_SETTINGS: ProjectSettings = {
  waveTypes: STANDARD_WAVE_TYPES,
  mandatoryFields: {},
  payloadFields: [],
  redeliverOnRecovery: true,
  lookupPolicy: "strict",
  listKey: "plural",
  rateLimit: null,
};

/** `before` with what the input names replaced; the rest stays. */
export function changeSettings(before: ProjectSettings, input: SettingsInput): ProjectSettings {
  return {
    waveTypes: input.wave_types ? [...new Set(["all", ...input.wave_types])].sort() : before.waveTypes,
    mandatoryFields: { ...before.mandatoryFields, ...input.mandatory_fields },
    payloadFields: input.payload_fields ?? before.payloadFields,
    redeliverOnRecovery: input.redeliver_on_recovery ?? before.redeliverOnRecovery,
    lookupPolicy: input.lookup_policy ?? before.lookupPolicy,
    listKey: input.list_key ?? before.listKey,
    rateLimit: input.rate_limit === undefined ? before.rateLimit : input.rate_limit,
  };
}
