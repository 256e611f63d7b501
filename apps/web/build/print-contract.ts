import { readFile } from 'node:fs/promises';

const folder = new URL('../../../packages/contract/src/', import.meta.url);

function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value as object).every(isPlain)
  );
}

function isEndpoint(value: unknown): value is { method: string; path: string; status?: number } {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;
}

/** Returns the browser's version of each export: a statement by name. */
function print(exported: object): Record<string, string> {
  const statements = Object.entries(exported).flatMap(([name, value]: [string, unknown]) => {
    const shipped = isEndpoint(value)
      ? { method: value.method, path: value.path, status: value.status }
      : isPlain(value)
        ? value
        : undefined;
    return shipped === undefined ? [] : [[name, `export const ${name} = ${JSON.stringify(shipped)};`]];
  });
  return Object.fromEntries(statements);
}

async function listFiles(): Promise<string[]> {
  const index = await readFile(new URL('index.ts', folder), 'utf8');
  return [...index.matchAll(/^export .* from '\.\/(.+)';$/gm)].map(([, file = '']) => file);
}

const files = await listFiles();
const modules = await Promise.all(
  files.map(async (file) => [file, print((await import(new URL(file, folder).href)) as object)] as const),
);
console.log(JSON.stringify(Object.fromEntries(modules)));
