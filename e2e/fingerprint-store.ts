import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeDifference, type Fingerprint } from './fingerprint.ts';
import { recordCompared } from './screen-sources.ts';

const file = path.join(import.meta.dirname, 'fingerprints.json');
const isUpdating = process.env['UPDATE_FINGERPRINTS'] === '1';

/** Compares screens with those in the repository; with `UPDATE_FINGERPRINTS=1`, replaces these instead. */
export class FingerprintStore {
  readonly #stored: Promise<Record<string, Fingerprint>> = readFile(file, 'utf8').then(toFingerprints, () => ({}));
  readonly #now: Record<string, Fingerprint> = {};

  /** Returns the differences from the stored screen; null if there are none. */
  async compare(screen: string, now: Fingerprint): Promise<string | null> {
    this.#now[screen] = now;
    if (isUpdating) return null;
    const stored = (await this.#stored)[screen];
    if (!stored) return `No screen is stored as ${screen}. Store it with UPDATE_FINGERPRINTS=1.`;
    return describeDifference(stored, now);
  }

  async save(): Promise<void> {
    if (!isUpdating || Object.keys(this.#now).length === 0) return;
    const all = Object.entries({ ...(await this.#stored), ...this.#now }).toSorted(([one], [other]) =>
      one.localeCompare(other),
    );
    await writeFile(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
    recordCompared();
  }
}

function toFingerprints(text: string): Record<string, Fingerprint> {
  return JSON.parse(text) as Record<string, Fingerprint>;
}
