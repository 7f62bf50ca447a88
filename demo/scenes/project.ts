import { ShelfwireClient } from "@shelfwire/client";
import { mustBe, mustHave } from "../expectations.ts";
import { count } from "../figures.ts";
import type { Play, Retailer } from "../play.ts";
import { lookupsOf, RETAILERS, STORE_TYPES } from "../stores-file.ts";

const PROJECT = "world-retail";

/** A project with a token and its lookups; answers what the other scenes need and one sentence for the summary. */
export async function projectScene(play: Play): Promise<{ retailer: Retailer; seen: string }> {
  const { stage, operator, service, places, signal } = play;
  const project = await operator.createProject(
    PROJECT,
    { signing: { generate: true }, payload_fields: ["store_number"] },
    { signal },
  );
  const signingSecret = mustHave("the signing secret", project.signing?.secrets[0]);
  stage.fact(`project ${project.name}; wave types ${project.wave_types.join(", ")}; callbacks are signed`);

  const issued = await operator.createToken(PROJECT, { user_name: "demo" }, { signal });
  stage.fact(`token for ${issued.user_name}, valid until ${issued.expires_at.slice(0, 10)}`);

  const wanted = { store_type_name: STORE_TYPES, retailer_name: RETAILERS, ...lookupsOf(places) };
  let values = 0;
  for (const type of ["store_type_name", "retailer_name", "region_name", "state_code"] as const) {
    const kept = await operator.setLookups(PROJECT, type, wanted[type], { signal });
    mustBe(`the number of values of ${type}`, kept.length, wanted[type].length);
    values += kept.length;
    stage.fact(`${count(kept.length)} values of ${type}, such as ${kept.slice(0, 3).join(", ")}`);
  }
  const client = new ShelfwireClient({ baseUrl: service.url, token: issued.token, projectName: PROJECT });
  const retailer = { projectName: PROJECT, token: issued.token, signingSecret, client };
  return { retailer, seen: `1 project, 1 token, ${count(values)} lookup values` };
}
