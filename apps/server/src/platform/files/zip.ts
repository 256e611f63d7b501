import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
}

// PKWARE APPNOTE 6.3.10: sizes follow the content (bit 3), names are UTF-8 (bit 11), deflated (8), version 2.0.
const flags = (1 << 3) | (1 << 11);
const deflated = 8;
const version = 20;

/** Streams a ZIP archive: only the current chunk of an entry is in memory. Limited to 4 GB in total. */
export async function* zip(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  const moment = toDosTime(at);
  let position = 0;
  for await (const { name, content } of entries) {
    const offset = position;
    const label = Buffer.from(name);
    const head = concat(
      [0x04034b50, 4],
      [version, 2],
      [flags, 2],
      [deflated, 2],
      [moment, 4],
      [0, 4],
      [0, 4],
      [0, 4],
      [label.length, 2],
      [0, 2],
    );
    position += head.length + label.length;
    yield Buffer.concat([head, label]);

    const sums = { crc: 0, size: 0, packed: 0 };
    for await (const chunk of deflate(content, sums)) {
      sums.packed += chunk.length;
      yield chunk;
    }
    const facts: Field[] = [
      [sums.crc, 4],
      [sums.packed, 4],
      [sums.size, 4],
    ];
    const after = concat([0x08074b50, 4], ...facts);
    position += sums.packed + after.length;
    yield after;
    directory.push(
      Buffer.concat([
        concat([0x02014b50, 4], [version, 2], [version, 2], [flags, 2], [deflated, 2], [moment, 4], ...facts),
        concat([label.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
        label,
      ]),
    );
  }
  const list = Buffer.concat(directory);
  const count = directory.length;
  yield Buffer.concat([
    list,
    concat([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [list.length, 4], [position, 4], [0, 2]),
  ]);
}

async function* deflate(content: ZipEntry['content'], sums: { crc: number; size: number }): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const part of content) {
      const bytes = Buffer.from(part);
      sums.crc = crc32(bytes, sums.crc);
      sums.size += bytes.length;
      yield bytes;
    }
  }
  // An error of the source makes the loop below throw.
  const packed = pipeline(Readable.from(counted()), createDeflateRaw(), () => undefined);
  for await (const chunk of packed) yield Buffer.from(chunk);
}

type Field = readonly [value: number, bytes: 2 | 4];

function concat(...fields: Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value >>> 0, at, bytes);
  return buffer;
}

function toDosTime(at: Date): number {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return (date << 16) | time;
}
