/** Enough to tell what a file is. */
export const HEAD_BYTES = 4_096;

/** The same bytes with a first chunk of at least `HEAD_BYTES`, unless they are fewer: decompressors begin with crumbs. */
export async function* wholeHead(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer[] | undefined = [];
  let headBytes = 0;
  for await (const chunk of bytes) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    // Kept until the next chunk is asked for, and so not left in memory that the stream may use again.
    head.push(Buffer.from(chunk));
    headBytes += chunk.length;
    if (headBytes < HEAD_BYTES) continue;
    yield Buffer.concat(head);
    head = undefined;
  }
  if (head !== undefined && headBytes > 0) yield Buffer.concat(head);
}
