import { cp, mkdtemp, rename, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import {
  removePlaces,
  startTidemark,
  type Places,
  type Tidemark,
} from '../apps/server/test/program/tidemark-process.ts';
import { launchBrowser } from './browser.ts';

const patience = 270_000;

/** Those of the file that called `useSeededTidemark`. */
export let tidemark: Tidemark;
export let browser: Browser;

/** Starts a seeded Tidemark and a browser before the tests of a file, and stops them afterwards. */
export function useSeededTidemark(): void {
  beforeAll(async () => {
    tidemark = await startSeededTidemark();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await tidemark.stop();
    await removePlaces(tidemark);
  });
}

/**
 * Tidemark with all people of the sandbox seeded and no first sync in progress. Seeding happens once; each file gets a
 * copy of it, on the same ports because stored data contains them.
 */
export async function startSeededTidemark(): Promise<Tidemark> {
  const home = inject('home');
  if (!(await stat(home.dataDir).catch(() => null))) await seed(home);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tidemark-e2e-'));
  await cp(home.dataDir, dataDir, { recursive: true });
  return startTidemark({ ...home, dataDir });
}

async function seed(home: Places): Promise<void> {
  const unfinished = { ...home, dataDir: `${home.dataDir}.unfinished` };
  const tidemark = await startTidemark(unfinished);
  try {
    for (const end = Date.now() + patience; !tidemark.output().includes('All users seeded'); await sleep(200))
      if (Date.now() > end) throw new Error(`The sandbox did not come to rest:\n${tidemark.output()}`);
  } finally {
    await tidemark.stop();
  }
  await rename(unfinished.dataDir, home.dataDir);
}
