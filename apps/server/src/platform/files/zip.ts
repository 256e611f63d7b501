import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  name: string;
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
}

/**
 * Streams a ZIP archive with only the current entry's chunk in memory. Fails with its source's error. Archives and
 * entries over 4 GiB use the ZIP64 format.
 */
export function zip(entries: AsyncIterable<ZipEntry>, modifiedAt: Date): Readable {
  const file = new ZipFile();
  const output = file.outputStream.pipe(new PassThrough());
  const fail = (error: unknown) => void output.destroy(error instanceof Error ? error : new Error(String(error)));
  file.on('error', fail);

  async function write() {
    for await (const { name, content } of entries) {
      const source = Readable.from(toBytes(content), { objectMode: false });
      // A reader that goes away ends the source as well.
      const release = () => void source.destroy();
      output.once('close', release);
      file.addReadStream(source, name, { mtime: modifiedAt });
      await finished(source);
      output.off('close', release);
    }
    file.end();
  }

  write().catch(fail);
  return output;
}

async function* toBytes(content: ZipEntry['content']): AsyncGenerator<Buffer> {
  for await (const part of content) yield Buffer.from(part);
}
