import { access, constants, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BackupConfig } from '../../../config/backups.ts';
import { BackupError } from '../../../database/backup/manifest.ts';
import { openArchive } from '../../../database/backup/read-archive.ts';
import { type BackupDeps as WriteDeps, writeBackup } from '../../../database/backup/write-backup.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Vault } from '../../../platform/secrets.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { CheckDeps } from './check-restored.ts';
import { type BackupRow, claimMillis, finishBackup, forgetBackup, listKept, updateClaimed } from './queries.ts';
import { listSurplus, toFileName } from './rules.ts';
import { type Trial, tryRestore } from './try-restore.ts';

export interface BackupDeps {
  db: Database;
  clock: Clock;
  log: Log;
  version: string;
  vault: Vault;
  audit: Pick<AuditLog, 'signer'>;
  backupSource: Pick<WriteDeps, 'address' | 'filesFolder' | 'signer'>;
  countEncrypted: CheckDeps['countEncrypted'];
  tryKeys: CheckDeps['tryKeys'];
}

type MakeDeps = BackupDeps & { backups: BackupConfig };

/** A backup gets its own name when it has been verified; before, it cannot be mistaken for one. */
const unfinished = '.new';
const leftovers = ['', unfinished, `${unfinished}.part`];

/** Makes, verifies and records a claimed backup, then deletes those that are too many. A stop makes it due again. */
export async function makeBackup(deps: MakeDeps, row: BackupRow, signal: AbortSignal): Promise<void> {
  const { db, clock, backups } = deps;
  try {
    await whileClaimed(deps, row, signal, (stopped) => makeFile(deps, row, stopped));
  } catch (cause) {
    await removeLeftovers(backups.folder, row.file);
    await updateClaimed(db, row, {
      file: null,
      ...(signal.aborted ? { next_attempt_at: clock() } : { failed_at: clock() }),
    });
    throw new Error(explainFailure(cause, backups.folder), { cause });
  }
  await deleteSurplus(deps);
}

/** Runs work with a signal that also aborts when another process has taken the claim over. */
async function whileClaimed(
  { db, clock, log }: MakeDeps,
  row: BackupRow,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const extend = () =>
    void updateClaimed(db, row, { next_attempt_at: new Date(clock().getTime() + claimMillis) }).then(
      (isOurs) => isOurs || lost.abort(new Error('Another process has taken this backup over')),
      (err: unknown) => log.warn({ err }, 'Could not extend the claim on a backup'),
    );
  const timer = setInterval(extend, claimMillis / 5);
  try {
    await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(timer);
  }
}

async function makeFile(deps: MakeDeps, row: BackupRow, signal: AbortSignal): Promise<void> {
  const { db, clock, backups, backupSource, countEncrypted } = deps;
  const startedAt = clock();
  await removeLeftovers(backups.folder, row.file);
  await access(backups.folder, constants.W_OK);
  const name = toFileName(startedAt);
  await updateClaimed(db, row, { file: name });
  const file = path.join(backups.folder, name);
  const draft = `${file}${unfinished}`;
  const source = {
    ...backupSource,
    version: deps.version,
    listKeyIds: async (snapshot: Database) => [...(await countEncrypted(snapshot)).keys()],
  };
  await writeBackup(source, draft, { signal });
  const trial = await verifyFile(deps, draft, signal);
  const { size: bytes } = await stat(draft);
  await rename(draft, file);
  signal.throwIfAborted();
  if (!(await finishBackup(db, row, { startedAt, finishedAt: clock(), bytes, ...trial })))
    throw new Error('Another process has taken this backup over');
}

/** Throws if the file is damaged; a restore that goes wrong is part of the answer. */
async function verifyFile(
  { vault, audit, log, backupSource, countEncrypted, tryKeys }: MakeDeps,
  file: string,
  signal: AbortSignal,
): Promise<Trial> {
  const archive = await openArchive(file);
  try {
    const { state } = await archive.checkSignature(backupSource.signer);
    if (state !== 'valid') throw new BackupError('The signature of the new backup is not valid.');
    const manifest = await archive.inspect();
    const trial = await tryRestore(
      { vault, auditSigner: audit.signer, countEncrypted, tryKeys },
      { archive, manifest },
      signal,
    );
    if (trial.problem !== null) log.error({ file, ...trial }, 'A new backup did not pass its trial');
    return trial;
  } finally {
    await archive.close();
  }
}

/** Removes what an unfinished attempt left, also one of a killed process. */
async function removeLeftovers(folder: string, name: string | null): Promise<void> {
  if (name === null) return;
  for (const ending of leftovers) await rm(path.join(folder, `${name}${ending}`), { force: true });
}

/** Deletes the oldest backups that are too many, and forgets those whose files are gone. */
async function deleteSurplus({ db, log, backups: { folder, keep } }: MakeDeps): Promise<void> {
  try {
    const present = new Set(await readdir(folder));
    const rows = await listKept(db);
    for (const row of rows) if (!present.has(row.file)) await forgetBackup(db, row);
    const kept = rows.filter(({ file }) => present.has(file));
    for (const row of listSurplus(kept, keep)) {
      await rm(path.join(folder, row.file));
      await forgetBackup(db, row);
    }
  } catch (err) {
    log.warn({ err }, 'Could not delete old backups; the next one tries again');
  }
}

/** Returns the cause and, where it is known, what helps. */
function explainFailure(error: unknown, folder: string): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : '';
    if (code === 'ENOSPC' || code === 'EDQUOT')
      return `The disk of BACKUP_DIR (${folder}) is full. Free space, lower BACKUP_KEEP or choose another folder.`;
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'].includes(code))
      return `Tidemark cannot write to BACKUP_DIR (${folder}): ${code}. Create the folder, and make it writable for the user that runs Tidemark.`;
  }
  return error instanceof Error ? error.message : String(error);
}
