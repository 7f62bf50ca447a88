import { describe, expect, it } from "vitest";
import { countLabel, countSegments } from "../../console/src/pages/jobs/job-counts.ts";
import { sampleJob } from "./sample-job.ts";

describe("a job's rows by what became of them", () => {
  it("adds up to all rows, with keys that stand in the file more than once apart", () => {
    const segments = countSegments(
      sampleJob({
        number_of_job_items: 100,
        number_of_effected_items: 90,
        number_of_rejected_items: 10,
        number_of_created_items: 50,
        number_of_changed_items: 20,
        number_of_unchanged_items: 15,
        number_of_deleted_items: 2,
      }),
    );
    expect(segments.map(({ kind, count }) => [kind, count])).toEqual([
      ["created", 50],
      ["changed", 20],
      ["unchanged", 15],
      ["deleted", 2],
      ["repeated", 3],
      ["rejected", 10],
    ]);
    expect(segments.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it("leaves out what did not happen, and shows nothing before counts are known", () => {
    const all = { number_of_job_items: 4, number_of_effected_items: 0, number_of_rejected_items: 4 };
    expect(countSegments(sampleJob(all)).map(({ kind }) => kind)).toEqual(["rejected"]);
    expect(countSegments(sampleJob({}))).toEqual([]);
    expect(countSegments(sampleJob({ number_of_job_items: 0 }))).toEqual([]);
  });

  it("says what would happen of a check", () => {
    expect(countLabel("created", true)).toBe("would be created");
    expect(countLabel("created", false)).toBe("created");
  });
});
