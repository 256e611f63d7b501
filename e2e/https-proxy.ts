import { spawn, spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export const hasCaddy = spawnSync('caddy', ['version']).status === 0;

export interface HttpsProxy {
  /** The authority that signed its certificates. */
  caFile: string;
  /** Makes the browser trust the certificate; it would not offer passkeys otherwise. */
  browserArgument: string;
  stop(): Promise<void>;
}

interface Site {
  port: number;
  upstreamPort: number;
}

/** Starts Debian's Caddy with our Caddyfile and a separate authority: `https://localhost:port` for each site. */
export async function startHttpsProxy({ app, others }: { app: Site; others: Site[] }): Promise<HttpsProxy> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-caddy-'));
  const ourFile = path.resolve(import.meta.dirname, '../deploy/container/Caddyfile');
  const config = [
    '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}',
    `import ${ourFile}`,
    ...others.map(
      ({ port, upstreamPort }) => `https://localhost:${port} {\n\treverse_proxy 127.0.0.1:${upstreamPort}\n}`,
    ),
  ].join('\n');
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, config);
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      DOMAIN: `https://localhost:${app.port}`,
      UPSTREAM: `127.0.0.1:${app.upstreamPort}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  await new Promise<void>((ready, failed) => {
    child.stderr.on('data', (part: Buffer) => {
      log += part.toString();
      if (log.includes('certificate obtained successfully')) ready();
    });
    child.once('exit', (code) => failed(new Error(`Caddy ended with code ${code}:\n${log}`)));
  });
  const authority = path.join(folder, 'caddy/pki/authorities/local');
  return {
    caFile: path.join(authority, 'root.crt'),
    browserArgument: `--ignore-certificate-errors-spki-list=${await hashKey(path.join(authority, 'intermediate.crt'))}`,
    async stop() {
      child.kill();
      await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

async function hashKey(certificate: string): Promise<string> {
  const { publicKey } = new X509Certificate(await readFile(certificate));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}
