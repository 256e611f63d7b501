import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const roomInMemory = 4 * 1024 ** 3;
const prefix = 'tidemark-tests-';

/** Makes the folder for everything that tests write; it is removed when this process ends. */
export function makeTestFolder() {
  const folder = makeInMemory() ?? mkdtempSync(path.join(os.tmpdir(), prefix));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
}

/**
 * Hundreds of databases are created and dropped, which costs a disk's file system more than the tests in them. Null where
 * the system has no such place, or too little room.
 */
function makeInMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < roomInMemory || os.freemem() < 2 * roomInMemory) return null;
    const folder = mkdtempSync(path.join('/dev/shm', prefix));
    if (canRunPrograms(folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // Not Linux, or not ours to write to.
  }
  return null;
}

/** Returns true if programs can run there: the browser and the built-in database are unpacked into it. */
function canRunPrograms(folder) {
  const file = path.join(folder, 'program');
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o700);
  return spawnSync(file).status === 0;
}
