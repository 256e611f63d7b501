import { cp, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
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

/** The Tidemark in the file that called `setUpSharedTidemark` or `setUpOwnTidemark`. */
export let tidemark: Tidemark;
export let browser: Browser;

/** All files run in one process, one after the other. */
let shared: Tidemark | null = null;

/** Starts a seeded Tidemark that files share whose tests leave nothing behind that others see, and a browser. */
export function setUpSharedTidemark(): void {
  setUpBrowser();
  beforeAll(async () => {
    shared ??= await startShared();
    tidemark = shared;
  });
}

async function startShared(): Promise<Tidemark> {
  const started = await startSeededTidemark();
  // It outlives this process, which does not know its last file.
  await writeFile(inject('home').sharedProcess, String(started.child.pid));
  return started;
}

/** Starts a seeded Tidemark and a browser for one file, whose tests change what others expect. */
export function setUpOwnTidemark(): void {
  setUpBrowser();
  beforeAll(async () => {
    tidemark = await startSeededTidemark();
  });
  afterAll(async () => {
    await tidemark.stop();
    await removePlaces(tidemark);
  });
}

function setUpBrowser(): void {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
}

/**
 * Starts Tidemark with all the sandbox's people seeded and no first sync in progress. Seeding happens once; this is a
 * copy, on the same ports because stored data contains them, so that only one runs at a time.
 */
export async function startSeededTidemark(): Promise<Tidemark> {
  const home = inject('home');
  if (shared) {
    await shared.stop();
    await rm(home.sharedProcess);
    shared = null;
  }
  if (!(await stat(home.dataDir).catch(() => null))) await seed(home);
  const dataDir = await mkdtemp(path.join(path.dirname(home.dataDir), 'copy-'));
  await cp(home.dataDir, dataDir, { recursive: true });
  // The newest pictures were copied with the seeding; the sandbox draws the others, which costs more than the tests.
  return startTidemark({ ...home, dataDir }, { THUMBNAILS_PER_SECOND: '2' });
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
