import { mustBe, mustHave } from "../expectations.ts";
import { count, counted, duration, rate } from "../figures.ts";
import type { Play, Retailer } from "../play.ts";
import { storeNumber } from "../stores-file.ts";

const PER_PAGE = 1_000;

/** All pages by their links, then what a client may ask besides. */
export async function readsScene(play: Play, { client }: Retailer): Promise<{ seen: string }> {
  const { stage, places, signal } = play;
  const startedAt = performance.now();
  const numbers = new Set<string>();
  let pages = 0;
  for await (const { items, metadata } of client.stores.pages({ per_page: PER_PAGE }, { signal })) {
    pages += 1;
    for (const store of items) numbers.add(store.store_number);
    mustBe("total_count", metadata.total_count, places.length);
    stage.live(() => `page ${pages} of ${metadata.page_count}  ${stage.bar(pages / metadata.page_count)}`);
  }
  const tookMs = performance.now() - startedAt;
  mustBe("the number of different stores on all pages", numbers.size, places.length);
  const absent = places.filter((city) => !numbers.has(storeNumber(city))).length;
  mustBe("the number of uploaded stores that no page has", absent, 0);
  const walked = `${counted(pages, "page")} walked by links.next in ${duration(tookMs)}`;
  stage.fact(`${walked}: ${stage.paint("bold", count(numbers.size))} stores, none missing, none twice`);
  await askFurther(play, client);
  return {
    seen: `${count(numbers.size)} stores on ${counted(pages, "page")}, ${rate(numbers.size, "stores", tookMs)}`,
  };
}

async function askFurther({ stage, places, signal }: Play, client: Retailer["client"]): Promise<void> {
  const north = (await client.stores.page({ sort: "-latitude", per_page: 1 }, { signal })).items[0];
  const farthest = places.reduce((one, other) => (other.latitude > one.latitude ? other : one));
  mustBe("the latitude of the northernmost store", north?.latitude, Number(farthest.latitude.toFixed(6)));
  stage.fact(`sort=-latitude: the northernmost is ${north?.store_name}, ${north?.region_name}, at ${north?.latitude}°`);

  const country = mustHave("a place", places[Math.floor(places.length / 2)]).countryName;
  const there = places.filter(({ countryName }) => countryName === country).length;
  const { metadata } = await client.stores.page({ region_name: country, per_page: 1 }, { signal });
  mustBe(`the number of stores with region_name=${country}`, metadata.total_count, there);
  stage.fact(`region_name=${country}: ${counted(metadata.total_count, "store")}`);
}
