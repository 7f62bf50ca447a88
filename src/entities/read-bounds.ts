import {
  FIELD_ORDER_ASKS,
  FIELD_ORDER_BYTES_MAX,
  FIELD_ORDER_ROWS_MIN,
  FIELD_ORDER_SAMPLE_EVERY,
  MATCH_BYTES_MAX,
  MATCH_PLACES_MAX,
  SKIPPED_ROWS_MAX,
} from "../config/limits.ts";

/** What reads may keep, and from which size on they do (config/limits.ts says why); tests take smaller ones. */
export interface ReadBounds {
  orderRowsMin: number;
  orderAsks: number;
  orderSampleEvery: number;
  orderBytesMax: number;
  skippedRowsMax: number;
  matchPlacesMax: number;
  matchBytesMax: number;
}

export const READ_BOUNDS: ReadBounds = {
  orderRowsMin: FIELD_ORDER_ROWS_MIN,
  orderAsks: FIELD_ORDER_ASKS,
  orderSampleEvery: FIELD_ORDER_SAMPLE_EVERY,
  orderBytesMax: FIELD_ORDER_BYTES_MAX,
  skippedRowsMax: SKIPPED_ROWS_MAX,
  matchPlacesMax: MATCH_PLACES_MAX,
  matchBytesMax: MATCH_BYTES_MAX,
};
