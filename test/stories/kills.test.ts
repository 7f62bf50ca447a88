import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Installation, storeRow } from "../support/installation.ts";

/** `npm run test:kills` has more of them. */
const KILLS = Number(process.env.KILLS ?? 5);
const ROWS = 4_000;

describe("a process killed at any point of a job", () => {
  let installation: Installation;
  beforeEach(async () => {
    installation = new Installation();
    await installation.start();
  });
  afterEach(() => installation.remove());

  it(
    `leaves the table as the files say, after ${KILLS} kills`,
    async () => {
      const numbers = Array.from({ length: ROWS }, (_, i) => `S${String(i).padStart(5, "0")}`);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const name = `Edition ${kill}`;
        const jobId = await installation.upload(numbers.map((number) => storeRow(number, { store_name: name })));
        // Spread over the job's second: claimed, reading, applying, done.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_200));
        await installation.restartAfterKill();
        const record = await installation.jobUntil(jobId, ["done", "failed"]);
        expect(record).toMatchObject({ status: "done", number_of_effected_items: ROWS, number_of_rejected_items: 0 });
        const changes = [record.number_of_created_items, record.number_of_changed_items];
        expect(changes).toEqual(kill === 1 ? [ROWS, 0] : [0, ROWS]);
        const stores = await installation.stores();
        expect(stores.map((store) => store.store_name)).toEqual(numbers.map(() => name));
      }
    },
    KILLS * 30_000,
  );
});
