/** The service's messages, each at the field that it is about. */
export interface FieldMessages {
  urls: string[];
  waveTypes: string[];
  rest: string[];
}

/** Sorts the contract's messages of a refused subscription (interface, "PUT 400 messages") by their field. */
export function fieldMessages(messages: readonly string[]): FieldMessages {
  const sorted: FieldMessages = { urls: [], waveTypes: [], rest: [] };
  for (const message of messages) {
    if (message.includes("url_list")) sorted.urls.push(message);
    else if (message.includes("wave_type_list")) sorted.waveTypes.push(message);
    else sorted.rest.push(message);
  }
  return sorted;
}

/** What is certainly wrong with a URL, said before it is sent; the service has the last word. */
export function urlMistake(text: string): string | undefined {
  const url = text.trim();
  if (url === "") return undefined;
  if (!URL.canParse(url)) return "This is not an absolute URL.";
  const { username, password } = new URL(url);
  if (username !== "" || password !== "") return "A URL with a user name or password is not taken.";
  if (url.includes("#")) return "A URL with a fragment (#) is not taken.";
  return undefined;
}
