import type { OperatorClient, ShelfwireClient } from "@shelfwire/client";
import type { City } from "./cities.ts";
import type { Receiver } from "./receivers.ts";
import type { RunningService } from "./service.ts";
import type { Stage } from "./stage.ts";

/** What every scene has at hand. */
export interface Play {
  stage: Stage;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  service: RunningService;
  operator: OperatorClient;
  places: City[];
}

/** The project that most of the demo is about. */
export interface Retailer {
  projectName: string;
  token: string;
  /** `whsec_...`: what its callbacks are signed with. */
  signingSecret: string;
  client: ShelfwireClient;
}

/** The endpoints of that project. */
export interface Endpoints {
  steady: Receiver;
  refusing: Receiver;
  verifying: Receiver;
}
