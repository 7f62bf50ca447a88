import { DemoFailed, mustBe, mustHave } from "../expectations.ts";
import { count, duration } from "../figures.ts";
import type { Play, Retailer } from "../play.ts";
import { rowOf } from "../stores-file.ts";
import { uploadAndWait } from "./upload.ts";

const NEW_NAME = "Bright Basket, now with a bakery";

/** A second, small file in JSON: one store renamed, one deactivated, one deleted, the others untouched. */
export async function changesScene(play: Play, retailer: Retailer): Promise<{ seen: string }> {
  const { stage, places, signal } = play;
  const { stores } = retailer.client;
  const [renamed, deactivated, deleted] = places.slice(0, 3).map((city) => {
    const { store_number, store_name, store_type_name, region_name, street, city: town } = rowOf(city);
    return { store_number, store_name, store_type_name, region_name, street, city: town };
  });
  if (!renamed || !deactivated || !deleted) throw new DemoFailed("there are too few stores to change");
  const rows = [
    { ...renamed, store_name: NEW_NAME },
    { ...deactivated, is_active: false },
    { ...deleted, is_deleted: true },
  ];
  const file = new File([JSON.stringify(rows)], "changes.json");
  const { job, processingMs } = await uploadAndWait(play, retailer, file);
  mustBe("the job's status", job.status, "done");
  mustBe("number_of_effected_items", job.number_of_effected_items, rows.length);
  stage.fact(`${job.status} after ${duration(processingMs)}: ${count(job.number_of_effected_items ?? 0)} rows taken`);

  const first = mustHave("the renamed store", await stores.get(renamed.store_number, { signal }));
  mustBe("its name", first.store_name, NEW_NAME);
  mustBe("its latitude, which the file did not have", first.latitude !== null, true);
  stage.fact(
    `${first.store_number} is now "${first.store_name}"; its coordinates were not in the file and are as before`,
  );

  const second = await stores.get(deactivated.store_number, { signal });
  mustBe("is_active of the deactivated store", second?.is_active, false);
  const { metadata } = await stores.page({ per_page: 1 }, { signal });
  mustBe("total_count", metadata.total_count, places.length - 1);
  const third = await stores.get(deleted.store_number, { signal });
  mustBe("is_deleted of the deleted store", third?.is_deleted, true);
  stage.fact(
    `${second?.store_number} is inactive and still listed; ${third?.store_number} is deleted, ${count(metadata.total_count)} are left`,
  );
  return { seen: "1 store renamed, 1 deactivated, 1 deleted" };
}
