import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's second choice: 19 MiB, two passes. Node runs at most four at a time. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const toBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Returns an argon2id hash in the usual text form, which contains its salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { ...cost, message: normalize(password), nonce });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toBase64(nonce)}$${toBase64(tag)}`;
}

/** Takes the same time without a hash as with another password's hash. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', expected = ''] = format.exec(hash ?? (await getUnusable())) ?? [];
  const tag = Buffer.from(expected, 'base64');
  const found = await derive('argon2id', {
    message: normalize(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  });
  return timingSafeEqual(found, tag) && hash !== null;
}

let unusable: Promise<string> | undefined;

/** Returns the hash of an unknown password. */
function getUnusable(): Promise<string> {
  unusable ??= hashPassword(randomBytes(24).toString('base64url'));
  return unusable;
}

/** Keyboards write the same letters in different ways (NIST SP 800-63B, 3.1.1.2). */
function normalize(password: string): string {
  return password.normalize('NFKC');
}
