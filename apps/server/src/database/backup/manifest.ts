import { z } from 'zod';

const Identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const KeyId = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/);
// No control characters, because it is printed on terminals.
const Printable = z.string().regex(/^[\x20-\x7e]{0,500}$/);
const Count = z.number().int().nonnegative();
const PieceName = z.union([
  z.string().regex(/^tables\/[a-z_][a-z0-9_]{0,62}\/\d{6}\.copy\.gz$/),
  z.string().regex(/^files\/[0-9a-f]{2}\/[a-z0-9-]{1,100}\.[a-z0-9]{1,8}$/),
]);

const Piece = z.object({ name: PieceName, bytes: Count, sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/** A backup's last entry before its signature: lists everything that must be in it. */
export const Manifest = z.object({
  format: z.literal('tidemark backup'),
  formatVersion: z.number().int().min(1),
  version: Printable,
  madeAt: z.iso.datetime(),
  database: Printable,
  /** Applied migrations in order: the schema's version. */
  migrations: z.array(z.object({ name: Printable, checksum: Printable })).min(1),
  /** IDs of the encryption keys in use. The keys themselves are never in a backup. */
  keyIds: z.array(KeyId),
  tables: z
    .array(z.object({ name: Identifier, columns: z.array(Identifier).min(1), rows: Count, pieces: z.array(PieceName) }))
    .refine((tables) => isUnique(tables.map(({ name }) => name)), 'has a table twice')
    .refine((tables) => tables.every(({ columns }) => isUnique(columns)), 'has a column twice'),
  counters: z.array(z.object({ table: Identifier, column: Identifier, value: z.number().int(), used: z.boolean() })),
  pieces: z.array(Piece).refine((pieces) => isUnique(pieces.map(({ name }) => name)), 'has an entry twice'),
});
export type Manifest = z.infer<typeof Manifest>;
export type Piece = z.infer<typeof Piece>;

/** Version 1 had no signature. */
export const formatVersion = 2;
export const manifestName = 'manifest.json';
export const signatureName = 'manifest.hmac';
export const signaturePurpose = 'backup manifest';

/** A backup that is corrupt, untrusted, or unsuitable for this version or database, described in one sentence. */
export class BackupError extends Error {}

function isUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

export function parseManifest(bytes: Buffer, file: string): Manifest {
  const parsed = Manifest.safeParse(parseJson(bytes));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new BackupError(
      `${file} is not a backup of Tidemark: its manifest is malformed${where ? ` at ${where.slice(0, 100)}` : ''}.`,
    );
  }
  const manifest = parsed.data;
  if (manifest.formatVersion > formatVersion)
    throw new BackupError(`The backup was made by a later Tidemark (${manifest.version}): restore with that one.`);
  const listed = new Set(manifest.pieces.map(({ name }) => name));
  const named = manifest.tables.flatMap(({ name, pieces }) => pieces.map((piece) => ({ name, piece })));
  const stray = named.find(({ name, piece }) => !piece.startsWith(`tables/${name}/`) || !listed.has(piece));
  const tablePieces = manifest.pieces.filter(({ name }) => name.startsWith('tables/'));
  if (stray || tablePieces.length !== named.length || !isUnique(named.map(({ piece }) => piece)))
    throw new BackupError(`${file} is not a backup of Tidemark: its manifest contradicts itself.`);
  return manifest;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
