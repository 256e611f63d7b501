import { findPasswordProblem } from './rules.ts';

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Returns why a password is too easy to guess; null if it is not. Makes no outside request. */
export async function checkPassword(password: string, person: { email: string; name: string }): Promise<string | null> {
  const problem = findPasswordProblem(password, person);
  if (problem) return problem;
  commonPasswords ??= loadCommonPasswords();
  const common = await commonPasswords;
  return listGuesses(password).some((guess) => common.has(guess))
    ? 'Don’t use a common password, even with digits added: those are guessed first.'
    : null;
}

/** Loads the list when first needed: 49,000 passwords take a tenth of a second and a few megabytes. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Lists common passwords it may extend: people often add up to six digits or signs, or repeat it. */
function listGuesses(password: string): string[] {
  const plain = password.toLowerCase();
  const half = plain.slice(0, plain.length / 2);
  const stem = plain.replace(/[^\p{L}]{1,6}$/u, '');
  return [plain, stem, stem.replace(/^[^\p{L}]{1,6}/u, ''), ...(plain === half + half ? [half] : [])];
}
