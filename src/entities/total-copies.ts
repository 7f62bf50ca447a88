import { TOTAL_COPIES_MAX } from "../config/limits.ts";
import type { EntityType } from "./definition.ts";
import type { Filter } from "./read-query.ts";

interface TotalCopy {
  generation: number;
  total: number;
}

/**
 * How many rows a filter matched, and under which generation: exact as long as that generation stands, and counting a
 * million rows for each page would cost more than the page. The oldest copy gives way.
 */
export class TotalCopies {
  readonly #copies = new Map<string, TotalCopy>();

  get(projectId: number, type: EntityType, filters: readonly Filter[]): TotalCopy | undefined {
    return this.#copies.get(nameOf(projectId, type, filters));
  }

  set(projectId: number, type: EntityType, filters: readonly Filter[], copy: TotalCopy): void {
    const name = nameOf(projectId, type, filters);
    this.#copies.delete(name);
    this.#copies.set(name, copy);
    if (this.#copies.size <= TOTAL_COPIES_MAX) return;
    const [oldest] = this.#copies.keys();
    if (oldest !== undefined) this.#copies.delete(oldest);
  }
}

function nameOf(projectId: number, type: EntityType, filters: readonly Filter[]): string {
  return JSON.stringify([projectId, type, filters]);
}
