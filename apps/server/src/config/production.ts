import { createHash } from 'node:crypto';

export interface Problem {
  name: string;
  message: string;
}

type Given = Record<string, unknown>;

// SHA-256 of what the sandbox gives: anybody can read those secrets in its source.
const sandboxSecrets = new Set([
  '0ebd8a307b7e942debf01845b786d87c82bea322ba16389d5b1f3f3c037a77cd',
  '70709189c886eef7a12f2dfd1c7d930696392b04a4189c025dc29039ca52656a',
  '8d290323f8302531604b3af102d72f7e6c7f22006e5a576dc6c7aa5495a3849e',
  '18c764737791e91becb3cb18a42301ab89466299a625282ca9d4bf49f621e797',
  '77f4dfc4f5d7786d818457c6f75d5bfd21bdd9b158fb5d53efa2d10e192955f9',
]);
const examples = /^(change-?me|example|secret|password|test|xxx+|your[-_ ].*|<.*>)$/i;
const secrets = [
  'META_APP_SECRET',
  'META_WEBHOOK_VERIFY_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GITHUB_TOKEN',
];
const overHttps = [
  'APP_URL',
  'OIDC_ISSUER',
  'META_SDK_URL',
  'META_DIALOG_BASE_URL',
  'META_GRAPH_BASE_URL',
  'GITHUB_API_BASE_URL',
];

/** What may be on a machine of one's own and must not be in production. */
export function listProductionProblems(given: Given): Problem[] {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  const problems: Problem[] = [];
  for (const name of overHttps)
    if (!text(name).startsWith('https://')) problems.push({ name, message: 'must be an https address in production' });
  for (const name of secrets) {
    if (isFromSandbox(text(name))) problems.push({ name, message: 'is the sandbox’s, which everybody can read' });
    else if (examples.test(text(name))) problems.push({ name, message: 'is an example, which everybody can guess' });
  }
  const origins = Array.isArray(given['META_MEDIA_ORIGINS']) ? given['META_MEDIA_ORIGINS'] : [];
  if (origins.some((origin) => !String(origin).startsWith('https://')))
    problems.push({ name: 'META_MEDIA_ORIGINS', message: 'must be https origins in production' });
  if (!text('ENCRYPTION_KEYS'))
    problems.push({
      name: 'ENCRYPTION_KEYS',
      message: 'is missing: name a key, for example main:<32 random bytes in base64>',
    });
  else if (text('ENCRYPTION_KEYS').split(',').some(isGuessable))
    problems.push({
      name: 'ENCRYPTION_KEYS',
      message: 'has a key that is not random: make it with openssl rand -base64 32',
    });
  if (given['REDIS_URL'] && !given['DATABASE_URL'])
    problems.push({
      name: 'DATABASE_URL',
      message: 'is missing: REDIS_URL says that there are several processes, and the built-in database serves one',
    });
  return problems;
}

function isFromSandbox(value: string): boolean {
  return sandboxSecrets.has(createHash('sha256').update(value).digest('hex'));
}

/** 32 random bytes hold some thirty different ones. */
function isGuessable(entry: string): boolean {
  return new Set(Buffer.from(entry.split(':')[1] ?? '', 'base64')).size < 16;
}
