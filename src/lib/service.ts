/** Something that the composition root starts and stops. `stop` resolves when nothing of it runs any more. */
export interface Service {
  start(): Promise<void>;
  stop(): Promise<void>;
}
