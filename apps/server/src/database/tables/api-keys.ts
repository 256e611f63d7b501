import type { KeyScope } from '@tidemark/contract';
import type { Instant, InstantOrNull } from './columns.ts';

export interface ApiKeyTables {
  api_key: {
    key_id: string;
    user_id: string;
    key_hash: Buffer;
    name: string;
    hint: string;
    scopes: KeyScope[];
    created_at: Instant;
    expires_at: InstantOrNull;
    last_used_at: InstantOrNull;
  };
}
