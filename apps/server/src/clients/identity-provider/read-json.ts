/** Parses a body up to `maxBytes`; throws on a longer one without reading the rest. */
export async function readJson(body: AsyncIterable<Buffer>, maxBytes: number): Promise<unknown> {
  let size = 0;
  const parts: Buffer[] = [];
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
}
