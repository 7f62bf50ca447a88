/**
 * The notifier: from a published analysis result to an acknowledged callback, at least once.
 *
 * An event and its deliveries are committed before a publish is answered. Each delivery lives in the queue (pending or
 * leased) or in the history (delivered, dead, cancelled), see delivery-state.ts. It is leased to a process while that
 * process tries it; outcomes are written under the lease's token, so that whoever comes late writes nothing, and what
 * a dead process held is rescued.
 *
 *   publisher ──▶ queue ──▶ dispatcher ──▶ lanes ──▶ attempter ──▶ settler ──▶ history
 *       └── already leased ─────▲                                    └──▶ health keeper
 *
 * It must never hold a database connection while it waits for a receiver, let one endpoint take the places of another,
 * connect to an address that is not public, or show the query of a callback URL.
 */
import type { Registry } from "prom-client";
import type { AuditNote } from "../audit/audit.ts";
import type { NotifierConfig } from "../config/config.ts";
import type { Database } from "../db/database.ts";
import type { ProcessLease } from "../db/process-lease.ts";
import type { SignedLinks } from "../files/signed-links.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/log.ts";
import type { Service } from "../lib/service.ts";
import type { Project } from "../projects/project.ts";
import type { Projects } from "../projects/projects.ts";
import { AddressGuard } from "./address-guard.ts";
import { Attempter } from "./attempter.ts";
import type { CallbackUrlRules } from "./callback-url.ts";
import { Connections } from "./connections.ts";
import { Deliveries, type DeliveryWithAttempts } from "./deliveries.ts";
import { DeliveryFigures } from "./delivery-figures.ts";
import { createDeliveryMetrics, type DeliveryMetrics } from "./delivery-metrics.ts";
import { Dispatcher } from "./dispatcher.ts";
import { selectEvent, selectInlineResult } from "./events-reads.ts";
import { createGuardedConnector } from "./guarded-connector.ts";
import { HealthKeeper } from "./health-keeper.ts";
import { Lanes } from "./lanes.ts";
import { Maintenance } from "./maintenance.ts";
import { createNameResolver } from "./name-resolver.ts";
import type { OutcomeListener } from "./outcome-listener.ts";
import { checkPublish, type PublishCheck } from "./publish-check.ts";
import type { NewWork, PublishAnswer } from "./publish-items.ts";
import { Publisher } from "./publisher.ts";
import { queueFigures } from "./queue-reads.ts";
import { announceWork } from "./queue-store.ts";
import { Settler } from "./settler.ts";
import { type ShownRequest, shownRequest } from "./shown-request.ts";
import { checkSubscription, type SubscriptionCheck } from "./subscription-check.ts";
import { Subscriptions } from "./subscriptions.ts";
import { type TestEventAnswer, type TestEventOrder, testResult } from "./test-event.ts";

export interface NotifierDeps {
  db: Database;
  projects: Projects;
  config: NotifierConfig;
  clock: Clock;
  log: Logger;
  metrics: Registry;
  processLease: ProcessLease;
  links: SignedLinks;
  outcomes: OutcomeListener;
  /** Whether this process sends (role `deliver`); the others only accept. */
  sends: boolean;
  version: string;
  /** From 0 to 1; spreads retries. */
  random?: () => number;
}

export class Notifier implements Service {
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
  readonly figures: DeliveryFigures;
  readonly #deps: NotifierDeps;
  readonly #urlRules: CallbackUrlRules;
  readonly #metrics: DeliveryMetrics;
  readonly #lanes = new Lanes();
  #publisher: Publisher | undefined;
  #engine: Engine | undefined;
  #stopListening: (() => Promise<void>)[] = [];

  constructor(deps: NotifierDeps) {
    const { db, clock, config } = deps;
    this.#deps = deps;
    this.#urlRules = { guard: new AddressGuard(config.allowedCallbackNetworks), allowHttp: config.allowHttpCallbacks };
    this.#metrics = createDeliveryMetrics(deps.metrics, {
      inFlight: () => this.#lanes.inFlight,
      queue: () => queueFigures(db, new Date(clock.now())),
    });
    const onCancelled = (count: number) => this.#metrics.settled.inc({ state: "cancelled" }, count);
    this.subscriptions = new Subscriptions({ db, clock, onCancelled });
    this.figures = new DeliveryFigures({ db, clock });
    const { retentionDays } = config;
    this.deliveries = new Deliveries({ db, clock, retentionDays, announce: () => this.wake() });
  }

  async start(): Promise<void> {
    const { db, clock, links, processLease, sends } = this.#deps;
    await this.subscriptions.start();
    const engine = createEngine(this.#deps, this.#lanes, this.#metrics, this.#urlRules.guard);
    this.#engine = engine;
    await engine.maintenance.start();
    if (sends) {
      engine.dispatcher.start();
      this.subscriptions.onChange((projectId) => engine.dispatcher.subscriptionChanged(projectId));
      this.#stopListening = [
        await db.listen("deliveries_due", () => engine.dispatcher.announce()),
        await db.listen("endpoint_health", (payload) => {
          const [endpointId, news] = payload.split(" ");
          if (news === "doubted") this.#lanes.of(Number(endpointId)).knownFailures = undefined;
          else engine.dispatcher.healthChanged(Number(endpointId), news === "failing");
        }),
      ];
    }
    const work = sends ? engine.dispatcher : acceptOnly(processLease.processId, () => this.wake());
    this.#publisher = new Publisher({ db, clock, links, subscriptions: this.subscriptions, work });
  }

  /** Ends attempts in flight, writes their outcomes and returns the rest to the queue. */
  async stop(): Promise<void> {
    for (const stopListening of this.#stopListening) await stopListening();
    await this.#publisher?.idle();
    await this.#engine?.stop(this.#deps.sends);
    await this.subscriptions.stop();
  }

  /** Looks for due deliveries now: for tests that have moved the clock, and when work was put into the queue. */
  async wake(): Promise<void> {
    if (this.#deps.sends) this.#engine?.dispatcher.announce();
    else await announceWork(this.#deps.db);
  }

  /** Checks a subscription against the project's wave types and this installation's rules for URLs. */
  checkSubscription(project: Project, body: unknown): SubscriptionCheck {
    return checkSubscription(body, project.settings.waveTypes, this.#urlRules);
  }

  checkPublish(project: Project, body: unknown): PublishCheck {
    return checkPublish(body, project.settings.waveTypes);
  }

  /** Resolves once events and deliveries are committed (decisions, section 3). */
  async publish(project: Project, check: Extract<PublishCheck, { ok: true }>): Promise<PublishAnswer> {
    if (this.#publisher === undefined) throw new Error("the notifier has not started");
    const answer = await this.#publisher.publish(project, check.results);
    this.#metrics.accepted.inc(answer.accepted);
    this.#metrics.duplicates.inc(answer.duplicates);
    return answer;
  }

  /** Publishes an event that is no real one, see test-event.ts. */
  async sendTestEvent(
    project: Project,
    order: Omit<TestEventOrder, "nowMs">,
    note?: AuditNote,
  ): Promise<TestEventAnswer> {
    const routing = await this.subscriptions.routing(project.projectId);
    const result = testResult(project, routing, { ...order, nowMs: this.#deps.clock.now() });
    if (typeof result === "string") return { ok: false, reason: result };
    const { sessionUid, waveType, eventId } = result;
    await note?.(this.#deps.db, { target: eventId ?? sessionUid });
    await this.publish(project, { ok: true, results: [result] });
    return { ok: true, eventId: eventId ?? sessionUid, sessionUid, waveType };
  }

  /** The request that a delivery makes, without its secrets; undefined where its event is past its retention. */
  async requestOf(project: Project, delivery: DeliveryWithAttempts): Promise<ShownRequest | undefined> {
    const { db, clock } = this.#deps;
    const event = await selectEvent(db, project.projectId, delivery.event_uid);
    return event && shownRequest(delivery, event, project, serviceOf(this.#deps), clock.now());
  }

  /** The JSON text of a result that was published inline; undefined where there is none (any more). */
  inlineResult(eventUid: string): Promise<string | undefined> {
    return selectInlineResult(this.#deps.db, eventUid);
  }

  /** One round of the slow work, for tests that have moved the clock. */
  async maintain(): Promise<void> {
    await this.#engine?.maintenance.rescue();
    while ((await this.#engine?.maintenance.tidy()) === "again");
  }
}

/** The parts that run by themselves. */
class Engine {
  readonly dispatcher: Dispatcher;
  readonly maintenance: Maintenance;
  readonly #settler: Settler;
  readonly #connections: Connections;

  constructor(parts: { dispatcher: Dispatcher; maintenance: Maintenance; settler: Settler; connections: Connections }) {
    this.dispatcher = parts.dispatcher;
    this.maintenance = parts.maintenance;
    this.#settler = parts.settler;
    this.#connections = parts.connections;
  }

  async stop(sends: boolean): Promise<void> {
    await this.maintenance.stop();
    if (sends) {
      await this.dispatcher.stop();
      await this.#settler.close();
      await this.dispatcher.returnRest();
    }
    this.#connections.close();
  }
}

function createEngine(deps: NotifierDeps, lanes: Lanes, metrics: DeliveryMetrics, guard: AddressGuard): Engine {
  const { db, clock, log, projects, config, processLease, outcomes, random = Math.random } = deps;
  const resolve = createNameResolver(config.dnsServers);
  const connections = new Connections(createGuardedConnector({ guard, resolve, ca: config.callbackCa }));
  const { processId } = processLease;
  const health = new HealthKeeper({
    db,
    clock,
    log,
    projects,
    lanes,
    metrics,
    retentionDays: config.retentionDays,
    onChange: (endpointId, failing) => dispatcher.healthChanged(endpointId, failing),
  });
  const settler = new Settler({
    db,
    clock,
    log,
    metrics,
    outcomes,
    onWritten: (batch) => dispatcher.written(batch.map(({ delivery }) => delivery)),
    onSettled: (settled) => health.note(settled),
  });
  const service = serviceOf(deps);
  const attempter = new Attempter({
    clock,
    log,
    projects,
    connections,
    settler,
    metrics,
    policy: config,
    service,
    random,
  });
  const dispatcher = new Dispatcher({ db, clock, log, lanes, attempter, metrics, processId });
  const { retentionDays } = config;
  const maintenance = new Maintenance({
    db,
    clock,
    log,
    metrics,
    outcomes,
    processId,
    retentionDays,
    holds: (deliveryId) => lanes.holds(deliveryId),
    redeliverOutages: () => health.redeliverOutages(),
    onRescued: () => dispatcher.announce(),
  });
  return new Engine({ dispatcher, maintenance, settler, connections });
}

function serviceOf({ config, version }: NotifierDeps): { source: string; userAgent: string } {
  return { source: config.source, userAgent: `Shelfwire/${version}` };
}

/** For a process that does not send: everything goes to the queue, and the others are told. */
function acceptOnly(processId: number, announce: () => Promise<void>): NewWork {
  return {
    processId,
    untilRoom: async () => () => {},
    reserve: () => 0,
    release: () => {},
    take: () => {},
    announce: () => void announce().catch(() => {}),
  };
}
