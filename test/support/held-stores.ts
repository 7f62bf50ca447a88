import type { App } from "../../src/app.ts";

/**
 * Locks the table of stores until the answer is called. Jobs of stores then read their rows and wait with writing them;
 * with `reads` held too, whatever looks a store up waits as well.
 */
export async function holdStores(app: App, held: "writes" | "reads" = "writes"): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let done: Promise<void> = Promise.resolve();
  await new Promise<void>((isHeld, fail) => {
    done = app.db.tx(async (tx) => {
      await tx.run(`lock table stores in ${held === "writes" ? "share" : "access exclusive"} mode`);
      isHeld();
      await released;
    });
    done.catch(fail);
  });
  return async () => {
    release();
    await done;
  };
}
