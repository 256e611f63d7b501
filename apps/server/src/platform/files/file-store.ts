import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** The disk is full. No part of the file was stored. */
export class StorageFullError extends Error {}

/** Stores files that we created, by name. A file exists completely or not at all. */
export interface FileStore {
  /** Writes or replaces a file. Throws StorageFullError when the disk is full. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer | null>;
  /** Ignores a missing file. */
  remove(name: string): Promise<void>;
  /** Lists the names of files unchanged since an instant, some hundred at a time. */
  listUntouched(before: Date): AsyncGenerator<string[]>;
  /** Removes incomplete files from before an instant; returns their number. */
  removeDrafts(before: Date): Promise<number>;
}

/** Writes a new file. It is flushed before it gets its final name: after a power cut, an empty file would look complete. */
export async function writeDraft(draft: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(draft), { recursive: true, mode: 0o700 });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Stores files in a folder, distributed over 256 subfolders by a hash of their names. */
export function createFileStore(folder: string): FileStore {
  function toPath(name: string): string {
    // Names never come from outside; this check protects us even if one did.
    if (!/^[a-z0-9-]{1,100}\.[a-z0-9]{1,8}$/.test(name)) throw new RangeError('Invalid file name');
    return path.join(folder, createHash('sha256').update(name).digest('hex').slice(0, 2), name);
  }

  return {
    async put(name, bytes) {
      const place = toPath(name);
      const draft = `${place}.${randomBytes(6).toString('hex')}.part`;
      try {
        await writeDraft(draft, bytes);
        await rename(draft, place);
      } catch (cause) {
        await rm(draft, { force: true }).catch(() => undefined);
        if (isNoRoom(cause)) throw new StorageFullError(`No space left for files in ${folder}`, { cause });
        throw cause;
      }
    },
    async read(name) {
      try {
        return await readFile(toPath(name));
      } catch (error) {
        if (getErrorCode(error) === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(name) {
      await rm(toPath(name), { force: true });
    },
    async *listUntouched(before) {
      for await (const names of listInner(folder, before)) yield names.filter((name) => !name.endsWith('.part'));
    },
    async removeDrafts(before) {
      let removed = 0;
      for await (const names of listInner(folder, before))
        for (const name of names.filter((one) => one.endsWith('.part'))) {
          const [whole = ''] = name.split('.part', 1);
          await rm(path.join(path.dirname(toPath(whole.replace(/\.[0-9a-f]{12}$/, ''))), name), { force: true });
          removed += 1;
        }
      return removed;
    },
  };
}

/** Yields each subfolder's files that have not changed since an instant. */
async function* listInner(folder: string, before: Date): AsyncGenerator<string[]> {
  const inner = await readdir(folder).catch(() => []);
  for (const name of inner) {
    const files = await readdir(path.join(folder, name)).catch(() => []);
    const old: string[] = [];
    for (const file of files) {
      const about = await stat(path.join(folder, name, file)).catch(() => null);
      if (about?.isFile() && about.mtime < before) old.push(file);
    }
    if (old.length > 0) yield old;
  }
}

function isNoRoom(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(getErrorCode(error));
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
