import type { Generated } from 'kysely';
import type { Instant } from './columns.ts';

export interface ProfileTables {
  picture_upload: {
    upload_id: Generated<number>;
    user_id: string;
    /** Null when the picture was replaced or rejected: the row still counts for the limit. */
    file: string | null;
    uploaded_at: Instant;
    /** Copied from the identity provider, which does not count towards the limit. */
    is_copy: Generated<boolean>;
  };
}
