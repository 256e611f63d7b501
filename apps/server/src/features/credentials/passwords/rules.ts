import { minPasswordLength } from '@tidemark/contract';

const minDifferent = 5;

/** Returns why a password is too easy to guess; null if it is not. Length counts, not character classes. */
export function findPasswordProblem(password: string, { email, name }: { email: string; name: string }): string | null {
  const length = Array.from(password).length;
  if (length < minPasswordLength)
    return `Use at least ${minPasswordLength} characters. Several words are easier to remember.`;
  if (new Set(password).size < minDifferent) return 'Use more different characters.';
  if (isRun(password)) return 'Don’t use keyboard or alphabet sequences.';
  const plain = password.toLowerCase();
  const known = [email, email.split('@')[0] ?? '', name, ...name.split(/\s+/), 'tidemark', 'password', 'instagram']
    .map((text) => text.toLowerCase().trim())
    .filter((text) => text.length >= 4);
  const rest = known.reduce((text, part) => text.replaceAll(part, ''), plain);
  if (rest.length < minPasswordLength / 2) return 'Don’t use your name, your email address or common words alone.';
  return null;
}

const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
];

function isRun(password: string): boolean {
  const plain = password.toLowerCase();
  return runs.some(
    (run) => run.repeat(2).includes(plain) || run.repeat(2).split('').reverse().join('').includes(plain),
  );
}
