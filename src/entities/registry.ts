import type { EntityDefinition, EntityType } from "./definition.ts";
import { ROUTE } from "./route.ts";
import { STORE } from "./store.ts";
import { USER } from "./user.ts";

/** Every entity there is. A further one is a file beside these, a line here, and a table. */
export const ENTITIES: Readonly<Record<EntityType, EntityDefinition>> = { store: STORE, user: USER, route: ROUTE };

/** By singular or plural, as `entity_type` names it (decisions, section 5); undefined for another word. */
export function entityNamed(name: string): EntityDefinition | undefined {
  return Object.values(ENTITIES).find((definition) => name === definition.type || name === definition.plural);
}
