import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Signer } from '../../platform/signer.ts';
import { toSha256 } from './archive.ts';
import { BackupError, manifestName, parseManifest, signatureName, type Manifest } from './manifest.ts';
import { indexTar, type TarEntry } from './tar-index.ts';

const expand = promisify(gunzip);

const MiB = 1024 * 1024;
// Our own archives are far below these limits: rows are split at 8 MiB before compression, and images are small.
const maxPieceBytes = 64 * MiB;
const maxUnpackedBytes = 64 * MiB;
const maxManifestBytes = 400 * MiB;
const maxSignatureBytes = 200;

export type SignatureState =
  { state: 'valid' | 'invalid' | 'unknown_key'; keyId: string } | { state: 'missing' | 'no_keys' };

export interface ArchiveReader {
  /** Verifies the signature over the manifest's bytes before parsing any of it. */
  checkSignature(signer: Signer | null): Promise<SignatureState>;
  /** Reads the whole archive and compares it with its manifest: nothing missing, changed or added. */
  inspect(): Promise<Manifest>;
  /** Returns an entry's bytes, verified against the manifest. */
  read(piece: { name: string; bytes: number; sha256: string }): Promise<Buffer>;
  close(): Promise<void>;
}

export async function openArchive(file: string): Promise<ArchiveReader> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new BackupError(isMissing ? `There is no file ${file}.` : `${file} cannot be read.`, { cause });
  });
  const entries = new Map<string, TarEntry>();
  try {
    if (!(await handle.stat()).isFile()) throw new BackupError(`${file} is not a file.`);
    for (const entry of await indexTar(handle, file)) {
      if (entries.has(entry.name)) throw new BackupError(`${file} is corrupt: it has ${entry.name} twice.`);
      entries.set(entry.name, entry);
    }
    if (!entries.has(manifestName))
      throw new BackupError(`${file} is not a complete backup: its end with the manifest is missing.`);
  } catch (error) {
    await handle.close();
    throw error;
  }

  async function readEntry(name: string, max: number): Promise<Buffer> {
    const entry = entries.get(name);
    if (!entry) throw new BackupError(`${file} is corrupt: ${name} is missing.`);
    if (entry.size > max)
      throw new BackupError(`${file} is not a backup: ${name} is larger than ${Math.floor(max / MiB)} MiB.`);
    const bytes = Buffer.alloc(entry.size);
    const { bytesRead } = await handle.read(bytes, 0, entry.size, entry.offset);
    if (bytesRead < entry.size) throw new BackupError(`${file} is corrupt: ${name} is cut off.`);
    return bytes;
  }
  async function readPiece({ name, bytes: size, sha256 }: { name: string; bytes: number; sha256: string }) {
    const bytes = await readEntry(name, maxPieceBytes);
    if (bytes.length !== size || toSha256(bytes) !== sha256)
      throw new BackupError(`${file} is corrupt: ${name} does not match its checksum.`);
    return bytes;
  }

  return {
    async checkSignature(signer) {
      if (!entries.has(signatureName)) return { state: 'missing' };
      const text = (await readEntry(signatureName, maxSignatureBytes)).toString('latin1');
      const [, keyId = '', signature = ''] = /^([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{43})$/.exec(text) ?? [];
      if (keyId === '') throw new BackupError(`${file} is corrupt: its signature is malformed.`);
      if (!signer) return { state: 'no_keys' };
      const content = await readEntry(manifestName, maxManifestBytes);
      return { state: signer.check(keyId, content, Buffer.from(signature, 'base64url')), keyId };
    },
    async inspect() {
      const manifest = parseManifest(await readEntry(manifestName, maxManifestBytes), file);
      const known = new Set([manifestName, signatureName, ...manifest.pieces.map(({ name }) => name)]);
      const added = [...entries.keys()].find((name) => !known.has(name));
      if (added !== undefined) throw new BackupError(`${file} has ${added}, which its manifest does not list.`);
      for (const piece of manifest.pieces) await readPiece(piece);
      return manifest;
    },
    read: readPiece,
    close: () => handle.close(),
  };
}

/** Returns a table's unpacked rows, up to a fixed size, to stop decompression bombs. */
export async function unpack(bytes: Buffer, name: string): Promise<Buffer> {
  try {
    return await expand(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch (cause) {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    throw new BackupError(
      isTooLarge
        ? `The backup is corrupt: ${name} unpacks to more than ${maxUnpackedBytes / MiB} MiB.`
        : `The backup is corrupt: ${name} cannot be unpacked.`,
      { cause },
    );
  }
}

export async function inspectArchive(file: string): Promise<Manifest> {
  const archive = await openArchive(file);
  try {
    return await archive.inspect();
  } finally {
    await archive.close();
  }
}
