/** One value a line, as they come; never more than a line and a piece of the network is held. */
export async function* jsonLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + decoder.decode(read.value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") yield parsed<T>(line);
    }
    rest += decoder.decode();
    if (rest !== "") yield parsed<T>(rest);
  } finally {
    // A reader who stops early lets the connection go; after the end it is nothing.
    await reader.cancel().catch(() => {});
  }
}

/** The door where a line of an export gets its type. */
function parsed<T>(line: string): T {
  return JSON.parse(line);
}
