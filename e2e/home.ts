import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { newPlaces, removePlaces, type Places } from '../apps/server/test/program/tidemark-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    home: Places;
  }
}

/** Chooses the folder of the shared seeded Tidemark; the first file that needs a copy creates it. */
export default async function setup(project: TestProject) {
  const places = await newPlaces();
  project.provide('home', { ...places, dataDir: path.join(places.dataDir, 'home') });
  return () => removePlaces(places);
}
