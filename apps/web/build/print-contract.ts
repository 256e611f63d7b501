import * as contract from '@tidemark/contract';

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

for (const [name, value] of Object.entries(contract)) {
  const shipped = isEndpoint(value)
    ? { method: value.method, path: value.path, status: value.status }
    : isPlain(value)
      ? value
      : undefined;
  if (shipped !== undefined) console.log(`export const ${name} = ${JSON.stringify(shipped)};`);
}
