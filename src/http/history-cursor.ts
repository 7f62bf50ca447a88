import { Type } from "typebox";
import { HISTORY_PAGE_MAX, HISTORY_PAGE_STANDARD } from "../config/limits.ts";
import { problem } from "../lib/problems.ts";

/** The query of such a list. */
export const cursorQuery = {
  cursor: Type.Optional(
    Type.String({ description: "The `next_cursor` of the page before; none for the first", examples: [""] }),
  ),
  limit: Type.Integer({
    description: "Elements a page",
    ...{ minimum: 1, maximum: HISTORY_PAGE_MAX, default: HISTORY_PAGE_STANDARD },
  }),
};

export const NextCursor = Type.String({ description: 'Where the next page starts; "" after the last', examples: [""] });

/** Cursors of lists in the order of ids: opaque to callers, the last id of the page to us; "" after the last page. */
export function cursorOf(id: string | undefined): string {
  return id === undefined ? "" : Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
}

/** The id behind a cursor; undefined for the first page. Throws 400 for anything that `cursorOf` did not make. */
export function idOfCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  const hex = Buffer.from(cursor, "base64url").toString("hex");
  if (hex.length !== 32 || !/^[A-Za-z0-9_-]{22}$/.test(cursor)) {
    throw problem("bad_request", "cursor must be the next_cursor of an earlier answer");
  }
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
