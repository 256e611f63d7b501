import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { BackupProblem, formatVersion, Manifest, manifestName, type Piece } from './manifest.ts';

export interface ArchiveWriter {
  /** The pieces so far, in the order in which they stand in the archive. */
  pieces: Piece[];
  put(name: string, bytes: Buffer): Promise<void>;
  /** Closes the archive with its manifest; only now it has its name. */
  finish(manifest: Manifest): Promise<void>;
  discard(): Promise<void>;
}

/** A tar file whose pieces are whole in memory one at a time. It has its name when it is whole, and replaces none. */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const draft = `${file}.part`;
  const handle = await open(draft, 'w', 0o600);
  const pack = tar.pack();
  const stream = handle.createWriteStream({ flush: true });
  const written = pipeline(pack, stream);
  written.catch(() => undefined);
  const pieces: Piece[] = [];
  const add = (name: string, bytes: Buffer) =>
    new Promise<void>((done, failed) => {
      written.catch(failed);
      pack
        .entry({ name, size: bytes.length, mode: 0o600, mtime: new Date() }, (error) =>
          error ? failed(error) : done(),
        )
        .end(bytes);
    });
  return {
    pieces,
    async put(name, bytes) {
      await add(name, bytes);
      pieces.push({ name, bytes: bytes.length, sha256: hashOf(bytes) });
    },
    async finish(manifest) {
      await add(manifestName, Buffer.from(JSON.stringify(manifest, null, 1)));
      pack.finalize();
      await written;
      await link(draft, file);
      await rm(draft);
    },
    async discard() {
      pack.destroy();
      await written.catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

/** The pieces of an archive, the manifest last. */
export async function* readArchive(file: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const extract = tar.extract();
  const read = pipeline(createReadStream(file), extract);
  read.catch(() => undefined);
  for await (const entry of extract) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
    yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
  }
  await read;
}

/** Reads all of an archive and holds it against its manifest: nothing missing, nothing changed, nothing more. */
export async function inspectArchive(file: string): Promise<Manifest> {
  const found: Piece[] = [];
  let manifest: Manifest | null = null;
  try {
    for await (const { name, bytes } of readArchive(file)) {
      if (name === manifestName) manifest = parseManifest(bytes);
      else found.push({ name, bytes: bytes.length, sha256: hashOf(bytes) });
    }
  } catch (cause) {
    if (cause instanceof BackupProblem) throw cause;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      throw new BackupProblem(`There is no file ${file}.`, { cause });
    throw new BackupProblem(
      `${file} is not a whole backup: ${cause instanceof Error ? cause.message : 'it cannot be read'}.`,
      { cause },
    );
  }
  if (!manifest) throw new BackupProblem(`${file} is not a whole backup: its end with the manifest is missing.`);
  const wanted = new Map(manifest.pieces.map((piece) => [piece.name, piece]));
  for (const { name, bytes, sha256 } of found) {
    const piece = wanted.get(name);
    if (!piece) throw new BackupProblem(`${file} holds ${name}, which its manifest does not know.`);
    if (piece.bytes !== bytes || piece.sha256 !== sha256)
      throw new BackupProblem(`${file} is damaged: ${name} is not what was written.`);
    wanted.delete(name);
  }
  const [missing] = wanted.keys();
  if (missing !== undefined) throw new BackupProblem(`${file} is damaged: ${missing} is missing.`);
  return manifest;
}

function parseManifest(bytes: Buffer): Manifest {
  const parsed = Manifest.safeParse(JSON.parse(bytes.toString('utf8')));
  if (!parsed.success) throw new BackupProblem('The manifest is not one of a backup of Tidemark.');
  if (parsed.data.formatVersion > formatVersion)
    throw new BackupProblem(`The backup was made by a later Tidemark (${parsed.data.version}): restore with that one.`);
  return parsed.data;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
