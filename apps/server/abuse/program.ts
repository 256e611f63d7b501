import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { rateLimits } from '@tidemark/contract';
import type { TestProject } from 'vitest/node';
import { newPlaces, removePlaces, startTidemark } from '../test/program/tidemark-process.ts';
import { createDatabase } from './database.ts';

/** Starts one program for all cases: on the built-in database, or on TEST_DATABASE_URL with Redis. */
export default async function setup(project: TestProject) {
  const places = await newPlaces();
  const name = `tidemark_abuse_${randomBytes(6).toString('hex')}`;
  const database = await createDatabase(name);
  const redisUrl = process.env['TEST_REDIS_URL'];
  const surroundings: Record<string, string> = {
    ...(database ? { DATABASE_URL: database.url } : {}),
    // A few users send what thousands would; limits have their own tests.
    RATE_LIMITS: Object.keys(rateLimits)
      .map((limit) => `${limit}=100000/60`)
      .join(),
    ...(redisUrl ? { REDIS_URL: redisUrl, REDIS_PREFIX: name } : {}),
  };
  const tidemark = await startTidemark(places, { LOG_LEVEL: 'trace', ...surroundings });
  project.provide('program', {
    api: `http://127.0.0.1:${places.port}/api/v1`,
    origin: `http://localhost:${places.port}`,
    sandbox: tidemark.sandboxUrl,
    pid: tidemark.child.pid ?? 0,
    log: path.join(places.dataDir, 'tidemark.log'),
    secrets: path.join(places.dataDir, 'secrets.json'),
    answers: path.join(places.dataDir, 'answers.ndjson'),
    surroundings,
  });
  return async () => {
    const code = await tidemark.stop();
    await database?.drop();
    await removePlaces(places);
    if (code !== 0) throw new Error(`The program ended with code ${code}:\n${tidemark.output()}`);
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    program: {
      api: string;
      origin: string;
      sandbox: string;
      pid: number;
      log: string;
      secrets: string;
      answers: string;
      surroundings: Record<string, string>;
    };
  }
}
