import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

// Flags are many, small and rarely requested.
const compressible = /^(?!.*flags-).*\.(js|css|svg|json)$/;

/** Precompresses each asset at build time, so that the server does not do it per request. */
export function compressPlugin(): Plugin {
  let folder = '';
  return {
    name: 'tidemark:compress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir);
    },
    async closeBundle() {
      const files = (await readdir(folder, { recursive: true })).filter((file) => compressible.test(file));
      await Promise.all(files.map((file) => compress(path.join(folder, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
