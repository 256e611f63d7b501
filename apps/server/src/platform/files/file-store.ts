import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** There is no room for a file. Nothing of it was kept. */
export class StorageFull extends Error {}

/** Files of our own making, by name. A file is there whole or not at all. */
export interface FileStore {
  /** Writes a file, or replaces it. Throws StorageFull when there is no room. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** Removing what is not there is no mistake. */
  remove(name: string): Promise<void>;
}

/** Keeps files in a folder, spread over 256 inner ones by a hash of their names. */
export function createFileStore(folder: string): FileStore {
  function placeOf(name: string): string {
    // A name never comes from outside; this holds even if one did.
    if (!/^[a-z0-9-]{1,100}\.[a-z0-9]{1,8}$/.test(name)) throw new RangeError('Not a name of a stored file');
    return path.join(folder, createHash('sha256').update(name).digest('hex').slice(0, 2), name);
  }

  return {
    async put(name, bytes) {
      const place = placeOf(name);
      const draft = `${place}.${randomBytes(6).toString('hex')}.part`;
      try {
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
        const file = await open(draft, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          // On the disk before it has its name: after a power cut an empty file would look like a whole one.
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, place);
      } catch (cause) {
        await rm(draft, { force: true }).catch(() => undefined);
        if (isNoRoom(cause)) throw new StorageFull(`There is no room for files in ${folder}`, { cause });
        throw cause;
      }
    },
    async read(name) {
      try {
        return await readFile(placeOf(name));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(name) {
      await rm(placeOf(name), { force: true });
    },
  };
}

function isNoRoom(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
