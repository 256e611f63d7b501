import { ApiKey, keyScopes, type KeyScope } from '@tidemark/contract';
import { z } from 'zod';
import { ask } from './ask.ts';
import type { PersonName } from './people.ts';

const Created = z.object({ key: z.string(), apiKey: ApiKey });

export async function createKey(as: PersonName, scopes: readonly KeyScope[] = keyScopes) {
  const json = { name: 'Attacker’s', scopes, expiresInDays: 1 };
  return Created.parse((await ask({ as, ask: 'POST /user/api-keys', json })).json);
}
