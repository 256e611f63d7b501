import { BackupError } from '../database/backup/manifest.ts';
import type { SignatureState } from '../database/backup/read-archive.ts';

/**
 * Returns the line that reports the signature of a backup. Throws unless it is valid, the operator accepts any with
 * `--unsigned`, or a backup is only verified on a machine without keys.
 */
export function acceptSignature(
  signature: SignatureState,
  { file, unsigned, verify }: { file: string; unsigned: boolean; verify: boolean },
): string {
  if (signature.state === 'valid') return `The signature is valid. Signing key: ${signature.keyId}.`;
  const problem = describe(signature, file);
  if (unsigned) return `Warning: ${problem} Restoring it anyway because of --unsigned.`;
  if (verify && signature.state === 'no_keys')
    return 'Warning: signature not checked, because there are no encryption keys here. Only restore a backup whose signature was checked.';
  throw new BackupError(`${problem} Use --unsigned only if you know where the file has been since.`);
}

function describe(signature: Exclude<SignatureState, { state: 'valid' }>, file: string): string {
  switch (signature.state) {
    case 'missing':
      return `${file} is not signed, so anyone could have created or changed it.`;
    case 'no_keys':
      return `The signature of ${file} cannot be checked, because there are no encryption keys here.`;
    case 'unknown_key':
      return `The signature of ${file} cannot be checked: the backup was signed with the key ${signature.keyId}, which is not configured here.`;
    default:
      return `The signature of ${file} is invalid: the file was changed, or signed with another key named ${signature.keyId}.`;
  }
}
