import type { Generated } from 'kysely';
import type { CreatedInstant, InstantOrNull } from './columns.ts';

export interface AuthTables {
  app_user: {
    user_id: Generated<string>;
    issuer: string;
    subject: string;
    name: string;
    email: string;
    picture: string | null;
    role: Generated<'user' | 'system-admin'>;
    disabled_at: InstantOrNull;
    created_at: CreatedInstant;
  };
}
