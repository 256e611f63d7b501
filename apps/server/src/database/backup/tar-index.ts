import type { FileHandle } from 'node:fs/promises';
import { BackupError } from './manifest.ts';

export interface TarEntry {
  name: string;
  offset: number;
  size: number;
}

const block = 512;
const maxEntries = 3_000_000;

/**
 * Lists the entries of a tar file without reading their contents. Accepts only plain files: backups contain no links,
 * folders or extended headers. Header fields: POSIX.1-2017, pax, "ustar Interchange Format".
 */
export async function indexTar(handle: FileHandle, file: string): Promise<TarEntry[]> {
  const { size: total } = await handle.stat();
  const entries: TarEntry[] = [];
  const header = Buffer.alloc(block);
  for (let position = 0; ;) {
    const { bytesRead } = await handle.read(header, 0, block, position);
    if (bytesRead < block) throw new BackupError(`${file} is not a complete backup: its end is missing.`);
    if (header.every((byte) => byte === 0)) return entries;
    const { name, size } = parseHeader(header, file);
    const offset = position + block;
    if (offset + size > total)
      throw new BackupError(`${file} is not a complete backup: it ends in the middle of ${name}.`);
    if (entries.push({ name, offset, size }) > maxEntries)
      throw new BackupError(`${file} is not a backup: it has more than ${maxEntries} entries.`);
    position = offset + Math.ceil(size / block) * block;
  }
}

function parseHeader(header: Buffer, file: string): { name: string; size: number } {
  const text = (start: number, length: number) => {
    const field = header.subarray(start, start + length);
    const end = field.indexOf(0);
    return field.subarray(0, end < 0 ? length : end).toString('latin1');
  };
  if (text(257, 5) !== 'ustar' || Number.parseInt(text(148, 8), 8) !== checksum(header))
    throw new BackupError(`${file} is not a complete backup: it has a corrupt header.`);
  const prefix = text(345, 155);
  const name = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`;
  const size = text(124, 12).trim();
  if (!/^[\w./-]{1,255}$/.test(name) || !['0', ''].includes(text(156, 1)) || !/^[0-7]{1,11}$/.test(size))
    throw new BackupError(`${file} is not a backup: it has an entry that is not a plain file.`);
  return { name, size: Number.parseInt(size, 8) };
}

/** Sums all bytes, with the checksum field's eight bytes counted as spaces. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}
