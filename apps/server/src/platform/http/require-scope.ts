import type { KeyScope } from '@tidemark/contract';
import { ApiError } from '../api-error.ts';
import type { Program } from './route.ts';

/** Throws if a program may not read what the scope covers. */
export function requireScope({ kind, scopes }: Program, scope: KeyScope): void {
  if (scopes.includes(scope)) return;
  throw new ApiError(kind === 'key' ? 'key_scope_missing' : 'insufficient_scope', { scope });
}
