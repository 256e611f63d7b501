const maxBytes = 10 * 1024 * 1024;

/** Reads a response as UTF-8; throws if it is larger than 10 MiB. */
export async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) throw new Error('The response is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
