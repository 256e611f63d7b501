import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { newPlaces, removePlaces, type Places } from '../apps/server/test/program/tidemark-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    home: Home;
  }
}

const patience = 60_000;

interface Home extends Places {
  /** A file with the ID of the process that the files share, if they have started one. */
  sharedProcess: string;
}

/** Chooses the seeded Tidemark's folder; the first file that needs a copy creates it. */
export default async function setup(project: TestProject) {
  const places = await newPlaces();
  const sharedProcess = path.join(places.dataDir, 'shared.pid');
  project.provide('home', { ...places, dataDir: path.join(places.dataDir, 'home'), sharedProcess });
  return async () => {
    if (existsSync(sharedProcess)) await stop(Number(await readFile(sharedProcess, 'utf8')));
    await removePlaces(places);
  };
}

async function stop(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
    // Polls, because only a child process would report its end.
    for (const end = Date.now() + patience; Date.now() < end; await sleep(100)) process.kill(pid, 0);
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
