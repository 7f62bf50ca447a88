/** Kinds of rejections in words; one that is unknown here is shown by its code. */
const KINDS: Readonly<Record<string, string>> = {
  missing_mandatory: "Missing mandatory field",
  invalid_type: "Invalid type",
  incorrect_format: "Incorrect format",
  unknown_lookup: "Unknown value",
  unknown_reference: "Reference to what does not exist",
  wrong_cell_count: "Wrong number of cells",
  not_an_object: "Not an object",
  too_deep: "Nested too deep",
  too_long: "Row too long",
};

export function rejectionKind(code: string): string {
  return KINDS[code] ?? code;
}

/** A value as it was sent, short enough for a table; text in quotes, so that spaces and emptiness can be seen. */
export function sentValue(value: unknown): string {
  if (value === undefined) return "";
  const text = JSON.stringify(value) ?? "";
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
