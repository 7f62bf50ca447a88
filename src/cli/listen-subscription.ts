import { type ShelfwireClient, ShelfwireError, type Subscription } from "@shelfwire/client";
import { CommandFailed } from "./command-errors.ts";
import { note } from "./output.ts";

/**
 * Adds the receiver to the subscription. Others' URLs stay, as a PUT without them would cancel what is pending for them.
 * Answers what takes it out again; what others have changed meanwhile stays as they left it.
 */
export async function subscribeReceiver(
  client: ShelfwireClient,
  url: string,
  { waveTypes, steps }: { waveTypes: string[] | undefined; steps: string },
): Promise<() => Promise<void>> {
  const before = await client.getSubscription();
  if (before?.url_list.includes(url)) {
    note("The subscription has this receiver already; it is left as it is.");
    return async () => {};
  }
  const wave_type_list = before?.wave_type_list ?? waveTypes ?? ["all"];
  if (before !== undefined && waveTypes !== undefined) {
    note(`The project is subscribed to ${before.wave_type_list.join(", ")} already; --wave is not heeded.`);
  }
  const url_list = [...(before?.url_list ?? []), url];
  await client.setSubscription({ url_list, wave_type_list }).catch((error) => {
    if (error instanceof ShelfwireError && error.statusCode === 400)
      throw new CommandFailed(`${error.message}\n${steps}`);
    throw error;
  });
  note(
    `Subscribed to ${wave_type_list.join(", ")}${before === undefined ? "" : `, beside ${before.url_list.length} other(s)`}.`,
  );
  return () => restore(client, url, before);
}

async function restore(client: ShelfwireClient, url: string, before: Subscription | undefined): Promise<void> {
  try {
    const now = await client.getSubscription();
    const others = now?.url_list.filter((one) => one !== url) ?? [];
    if (now === undefined || others.length === now.url_list.length) return;
    if (others.length === 0) await client.deleteSubscription();
    else await client.setSubscription({ url_list: others, wave_type_list: now.wave_type_list });
    note(before === undefined ? "The subscription is deleted again." : "The subscription is as it was before.");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    note(`The subscription could not be restored (${reason}). Do it with: shelfwire subscription remove ${url}`);
  }
}
