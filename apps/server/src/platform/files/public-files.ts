import { getFile } from '@tidemark/contract';

const start = `/api/v1${getFile.path.replace(':name', '')}`;

/** Returns a stored file's URL path; served to anyone who knows its unguessable name. */
export function toAddress(file: string): string {
  return start + file;
}

/** Returns the file for one of our URLs; null for any other URL. */
export function toFile(address: string): string | null {
  return address.startsWith(start) ? address.slice(start.length) : null;
}
