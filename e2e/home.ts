import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { newPlaces, removePlaces, type Places } from './tidemark-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    home: Places;
  }
}

/** Says where the Tidemark will be that everybody moves into; the first file that wants a copy of it makes it. */
export default async function setup(project: TestProject) {
  const places = await newPlaces();
  project.provide('home', { ...places, dataDir: path.join(places.dataDir, 'home') });
  return () => removePlaces(places);
}
