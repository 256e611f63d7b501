import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../../../database/database.ts';
import { deleteBatch } from '../../../database/delete-batch.ts';
import type { Clock } from '../../../platform/clock.ts';
import { DecryptionError, type Vault } from '../../../platform/secrets.ts';

interface EntryDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
}

// Entry IDs are tokens and codes: only their hashes are stored.
const toHash = (model: string, id: string) => createHash('sha256').update(`${model}|${id}`).digest();
const toAssociatedData = (model: string, hash: Buffer) => `provider_entry|${model}|${hash.toString('base64url')}`;

/** Stores the provider's sign-ins in progress, codes, grants and tokens: encrypted, by their ID's hash. */
export function createStoredEntries({ db, vault, clock }: EntryDeps): (model: string) => Adapter {
  return (model) => {
    function selectCurrent() {
      return db
        .selectFrom('provider_entry')
        .select(['entry_hash', 'payload_encrypted', 'consumed_at'])
        .where('model', '=', model)
        .where('expires_at', '>', clock());
    }
    type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectCurrent>['executeTakeFirst']>>>;

    /** Treats an entry whose key was removed as expired. */
    function read(row: Row | undefined): AdapterPayload | undefined {
      if (!row) return undefined;
      try {
        const text = vault.decrypt(row.payload_encrypted, toAssociatedData(model, row.entry_hash));
        const consumed = row.consumed_at && Math.floor(row.consumed_at.getTime() / 1000);
        return { ...toPayload(text), ...(consumed && { consumed }) };
      } catch (error) {
        if (error instanceof DecryptionError) return undefined;
        throw error;
      }
    }

    return {
      async upsert(id, payload, expiresInSeconds) {
        const hash = toHash(model, id);
        const values = {
          payload_encrypted: vault.encrypt(JSON.stringify(payload), toAssociatedData(model, hash)),
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expires_at: new Date(clock().getTime() + (expiresInSeconds ?? 0) * 1000),
        };
        await db
          .insertInto('provider_entry')
          .values({ model, entry_hash: hash, ...values })
          .onConflict((conflict) => conflict.columns(['model', 'entry_hash']).doUpdateSet(values))
          .execute();
      },
      find: async (id) => read(await selectCurrent().where('entry_hash', '=', toHash(model, id)).executeTakeFirst()),
      findByUid: async (uid) => read(await selectCurrent().where('uid', '=', uid).executeTakeFirst()),
      // Only the device flow, which is off, has user codes.
      findByUserCode: async () => undefined,
      async consume(id) {
        await db
          .updateTable('provider_entry')
          .set({ consumed_at: clock() })
          .where('model', '=', model)
          .where('entry_hash', '=', toHash(model, id))
          .execute();
      },
      async destroy(id) {
        await db
          .deleteFrom('provider_entry')
          .where('model', '=', model)
          .where('entry_hash', '=', toHash(model, id))
          .execute();
      },
      async revokeByGrantId(grantId) {
        await db.deleteFrom('provider_entry').where('grant_id', '=', grantId).execute();
      },
    };
  };
}

/** Safe because only `upsert` writes it, under a key that authenticates. */
function toPayload(text: string): AdapterPayload {
  return JSON.parse(text) as AdapterPayload;
}

export function deleteOldEntries(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'provider_entry', sql`expires_at < ${now}`);
}
