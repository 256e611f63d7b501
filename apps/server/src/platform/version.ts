import { readFile } from 'node:fs/promises';

/** The version of this Tidemark, as its package says. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
  return String((JSON.parse(text) as { version?: unknown }).version);
}
