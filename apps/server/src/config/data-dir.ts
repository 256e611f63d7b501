import { chmod, mkdir, stat } from 'node:fs/promises';

export class DataDirError extends Error {}

/** Creates the data folder, or verifies that only its owner can write to it: others could replace the secrets. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const mode = await readMode(dataDir);
  if (mode & 0o022)
    throw new DataDirError(
      `The data folder ${dataDir} can be written by other users of this machine, who could replace the secrets in it: chmod 700 ${dataDir}`,
    );
}

/** Returns null when only the owner can enter the folder. */
export async function findReadableWarning(dataDir: string): Promise<string | null> {
  return (await readMode(dataDir)) & 0o055
    ? `The data folder ${dataDir} can be read by other users of this machine: chmod 700 ${dataDir}`
    : null;
}

/** Removes other users' access to a file, if it exists: earlier versions created some that everyone could read. */
export async function restrictFile(file: string): Promise<void> {
  await chmod(file, 0o600).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
}

/** Windows has no such modes. */
async function readMode(folder: string): Promise<number> {
  return process.platform === 'win32' ? 0 : (await stat(folder)).mode;
}
