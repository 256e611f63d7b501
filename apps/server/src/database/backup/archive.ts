import { createHash } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import type { Signer } from '../../platform/signer.ts';
import { manifestName, signatureName, type Manifest, type Piece } from './manifest.ts';

export interface ArchiveWriter {
  /** The entries so far, in archive order. */
  pieces: Piece[];
  put(name: string, bytes: Buffer): Promise<void>;
  /** Closes the archive with its manifest and signature; only then does it get its final name. */
  finish(manifest: Manifest): Promise<void>;
  discard(): Promise<void>;
}

/** Writes a tar file one entry at a time. It gets its final name once complete, and never replaces a file. */
export async function createArchive(file: string, signer: Signer | null): Promise<ArchiveWriter> {
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
      pieces.push({ name, bytes: bytes.length, sha256: toSha256(bytes) });
    },
    async finish(manifest) {
      const content = Buffer.from(JSON.stringify(manifest, null, 1));
      await add(manifestName, content);
      if (signer) {
        const signature = `${signer.keyId}.${signer.sign(content).toString('base64url')}`;
        await add(signatureName, Buffer.from(signature));
      }
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

export function toSha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
