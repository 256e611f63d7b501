import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import * as copy from 'pg-copy-streams';

const roomOfARow = 16 * 1024;
const chunk = 256 * 1024;
// PostgreSQL counts from 2000.
const epoch = Date.UTC(2000, 0, 1);
const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);

/** Writes rows in the binary COPY format. Texts are ASCII: generated data needs no more. */
export class RowWriter {
  #buffer = Buffer.allocUnsafe(chunk + roomOfARow);
  #at = 0;
  rows = 0;

  get isFull(): boolean {
    return this.#at >= chunk;
  }

  take(): Buffer {
    const taken = this.#buffer.subarray(0, this.#at);
    this.#buffer = Buffer.allocUnsafe(chunk + roomOfARow);
    this.#at = 0;
    return taken;
  }

  row(columns: number): void {
    this.#at = this.#buffer.writeInt16BE(columns, this.#at);
    this.rows += 1;
  }

  null(): void {
    this.#at = this.#buffer.writeInt32BE(-1, this.#at);
  }

  int(value: number | null): void {
    if (value === null) return this.null();
    this.#at = this.#buffer.writeInt32BE(4, this.#at);
    this.#at = this.#buffer.writeInt32BE(value, this.#at);
  }

  small(value: number): void {
    this.#at = this.#buffer.writeInt32BE(2, this.#at);
    this.#at = this.#buffer.writeInt16BE(value, this.#at);
  }

  flag(value: boolean): void {
    this.#at = this.#buffer.writeInt32BE(1, this.#at);
    this.#at = this.#buffer.writeUInt8(value ? 1 : 0, this.#at);
  }

  text(value: string | null): void {
    if (value === null) return this.null();
    this.#at = this.#buffer.writeInt32BE(value.length, this.#at);
    this.#at += this.#buffer.write(value, this.#at, 'latin1');
  }

  texts(values: readonly string[]): void {
    const start = this.#at;
    const textOid = 25;
    this.#at += 4;
    for (const part of values.length === 0 ? [0, 0, textOid] : [1, 0, textOid, values.length, 1])
      this.#at = this.#buffer.writeInt32BE(part, this.#at);
    for (const value of values) this.text(value);
    this.#buffer.writeInt32BE(this.#at - start - 4, start);
  }

  json(value: unknown): void {
    const text = JSON.stringify(value);
    this.#at = this.#buffer.writeInt32BE(text.length + 1, this.#at);
    // The format version.
    this.#at = this.#buffer.writeUInt8(1, this.#at);
    this.#at += this.#buffer.write(text, this.#at, 'latin1');
  }

  day(millis: number): void {
    this.int(Math.floor((millis - epoch) / 86_400_000));
  }

  instant(millis: number): void {
    this.#at = this.#buffer.writeInt32BE(8, this.#at);
    this.#at = this.#buffer.writeBigInt64BE(BigInt(Math.round(millis - epoch)) * 1000n, this.#at);
  }
}

/** Fills a table over one connection; calls `write` until it reports that there are no more rows. */
export async function copyRows(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  write: (rows: RowWriter) => Generator<void>,
): Promise<number> {
  const rows = new RowWriter();
  function* chunks() {
    yield header;
    for (const more = write(rows); !more.next().done;) if (rows.isFull) yield rows.take();
    yield rows.take();
    yield Buffer.from([0xff, 0xff]);
  }
  const into = client.query(copy.from(`copy ${table} (${columns.join(', ')}) from stdin (format binary)`));
  await pipeline(Readable.from(chunks(), { objectMode: true, highWaterMark: 4 }), into);
  return rows.rows;
}
