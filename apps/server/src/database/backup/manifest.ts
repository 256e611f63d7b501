import { z } from 'zod';

const Piece = z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string().length(64) });

/** What stands last in a backup: what all of it has to be. */
export const Manifest = z.object({
  format: z.literal('tidemark backup'),
  formatVersion: z.number().int(),
  version: z.string(),
  madeAt: z.iso.datetime(),
  database: z.string(),
  /** The migrations that were applied, in order: the version of the schema. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** The encryption keys without which sealed tokens cannot be opened. The keys are never in a backup. */
  keyIds: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: z.number().int(),
      pieces: z.array(z.string()),
    }),
  ),
  counters: z.array(z.object({ table: z.string(), column: z.string(), value: z.number().int(), used: z.boolean() })),
  pieces: z.array(Piece),
});
export type Manifest = z.infer<typeof Manifest>;
export type Piece = z.infer<typeof Piece>;

export const formatVersion = 1;
export const manifestName = 'manifest.json';

/** A backup that is not whole, not ours, or not for this version or place, in one sentence. */
export class BackupProblem extends Error {}
