import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
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
  /** The names of files that nobody has touched since an instant, some hundred at a time. */
  listUntouched(before: Date): AsyncGenerator<string[]>;
  /** Removes what was begun and never finished before an instant; returns how many. */
  removeDrafts(before: Date): Promise<number>;
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
    async *listUntouched(before) {
      for await (const names of listInner(folder, before)) yield names.filter((name) => !name.endsWith('.part'));
    },
    async removeDrafts(before) {
      let removed = 0;
      for await (const names of listInner(folder, before))
        for (const name of names.filter((one) => one.endsWith('.part'))) {
          const [whole = ''] = name.split('.part', 1);
          await rm(path.join(path.dirname(placeOf(whole.replace(/\.[0-9a-f]{12}$/, ''))), name), { force: true });
          removed += 1;
        }
      return removed;
    },
  };
}

/** What lies in one inner folder after the other and was not changed since an instant. */
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
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
