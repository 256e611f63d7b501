import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** Installs Bluesky's servers beside the product, once, at the versions in their lock file and without their scripts. */
export async function setup(): Promise<void> {
  const folder = path.join(import.meta.dirname, 'bluesky-network');
  if (existsSync(path.join(folder, 'node_modules'))) return;
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}
