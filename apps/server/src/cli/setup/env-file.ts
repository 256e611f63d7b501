import { readFile, rename, writeFile } from 'node:fs/promises';

/** Returns an `.env` file's text with these values: replaces known lines and leaves all others as they are. */
export function updateEnvText(text: string, values: ReadonlyMap<string, string>): string {
  const left = new Map(values);
  const lines = text.replace(/\n$/, '').split('\n');
  const kept = lines.flatMap((line) => {
    const name = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=/.exec(line)?.[1];
    if (name === undefined || !values.has(name)) return [line];
    const value = left.get(name);
    left.delete(name);
    // A second line for the same variable would win.
    return value === undefined ? [] : [`${name}=${quote(value)}`];
  });
  const added = [...left].map(([name, value]) => `${name}=${quote(value)}`);
  return `${[...kept, ...added].join('\n').replace(/^\n+/, '')}\n`;
}

/** Chooses quotes that keep every character as it is. */
function quote(value: string): string {
  if (/^[\w@%+=:,./?&~*-]*$/.test(value)) return value;
  const mark = ["'", '"', '`'].find((candidate) => !value.includes(candidate));
  if (!mark || value.includes('\n')) throw new Error('The value cannot be written to a file of variables');
  return `${mark}${value}${mark}`;
}

export async function readEnvText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
}

/** Replaces the file at once, readable by its owner only. */
export async function writeEnvText(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, file);
}
