import { collectDefaultMetrics, Registry } from "prom-client";

/** A registry with the figures of the process itself; each module adds its own. */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
