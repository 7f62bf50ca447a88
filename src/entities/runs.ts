import type { EntityDefinition } from "./definition.ts";
import type { FieldOrder } from "./field-order.ts";
import type { FieldOrders, OrderName } from "./field-orders.ts";
import type { PlaceMarker, SortValue } from "./place-marker.ts";
import { type Filter, LAST_UPDATE_TIME, NOT_DELETED } from "./read-query.ts";

/** The rows that pass a filter, where they lie in one piece of an order: from `start` on, those before `end`. */
export interface Run {
  order: FieldOrder;
  start: number;
  end: number;
}

/** Between which places of the order by `field` the rows of a filter lie. */
export interface RunEnds {
  field: string;
  behind: PlaceMarker | { value: SortValue };
  /** undefined: to the end of the order. */
  upTo: { value: SortValue } | undefined;
}

/** Of filters by one value, and of `updated_since`. The key has an index of its own. */
export function runEnds(definition: EntityDefinition, filter: Filter): RunEnds | undefined {
  if (filter.kind === "contains") return undefined;
  if (filter.kind === "since") {
    return { field: LAST_UPDATE_TIME, behind: { value: filter.seconds - 1 }, upTo: undefined };
  }
  const type = definition.fields.find((field) => field.name === filter.field)?.type;
  const [value, ...more] = filter.values;
  if (value === undefined || more.length > 0) return undefined;
  if (filter.field === definition.key || type === "keys" || type === "attributes") return undefined;
  return { field: filter.field, behind: { value, key: "" }, upTo: { value } };
}

/** undefined where the order does not hold any more. */
export async function findRun(
  orders: FieldOrders,
  name: OrderName,
  order: FieldOrder,
  { behind, upTo }: RunEnds,
): Promise<Run | undefined> {
  const start = await orders.positionOf(name, order, behind);
  const end = upTo === undefined ? order.total : await orders.positionOf(name, order, upTo);
  return start === undefined || end === undefined ? undefined : { order, start, end };
}

/** The filters of which lists have orders, which is that of the flag of deletion or none, and the others. */
export function splitFilters(filters: readonly Filter[]): { base: Filter[]; others: Filter[] } {
  const isBase = (filter: Filter) => JSON.stringify(filter) === NOT_DELETED_TEXT;
  return { base: filters.filter(isBase), others: filters.filter((filter) => !isBase(filter)) };
}

const NOT_DELETED_TEXT = JSON.stringify(NOT_DELETED);
