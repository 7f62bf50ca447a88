import { mustBe } from "../expectations.ts";
import type { Endpoints, Play, Retailer } from "../play.ts";
import { Receiver } from "../receivers.ts";

/** Its first calls are answered so; the pauses between attempts 1 to 4 add up to about four seconds. */
const REFUSALS = [503, 500, 503];

/** Three endpoints of different temper, and the subscription that names them. */
export async function subscribeScene(
  { stage, signal }: Play,
  retailer: Retailer,
  begun: Receiver[],
): Promise<{ endpoints: Endpoints; seen: string }> {
  async function open(receiver: Receiver): Promise<Receiver> {
    begun.push(receiver);
    return receiver.start();
  }
  const endpoints = {
    steady: await open(new Receiver("steady", { kind: "accepts" })),
    refusing: await open(new Receiver("refusing", { kind: "refuses first", statuses: REFUSALS })),
    verifying: await open(new Receiver("verifying", { kind: "verifies", secret: retailer.signingSecret })),
  };
  const urls = [endpoints.steady.url, endpoints.refusing.url, endpoints.verifying.url];
  await retailer.client.setSubscription({ url_list: urls, wave_type_list: ["all"] }, { signal });
  const stored = await retailer.client.getSubscription({ signal });
  mustBe("the number of subscribed URLs", stored?.url_list.length, urls.length);
  stage.table([
    [endpoints.steady.url, "accepts every call"],
    [endpoints.refusing.url, `answers ${REFUSALS.join(", ")} to its first calls, then accepts`],
    [endpoints.verifying.url, "accepts only what is signed with the project's secret"],
  ]);
  stage.fact(`subscribed to wave types ${stored?.wave_type_list.join(", ")}, set by ${stored?.user_name}`);
  return { endpoints, seen: `${urls.length} callback URLs subscribed` };
}
