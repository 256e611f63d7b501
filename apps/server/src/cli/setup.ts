import path from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { ConfigError, readConfig, variableNames } from '../config/config.ts';
import { findCaProblem, trustExtraCaCerts } from '../config/extra-ca-certs.ts';
import { authorityFix, toLines, type Check } from './checks/check.ts';
import { CliError } from './cli-error.ts';
import { readEnvText, updateEnvText, writeEnvText } from './setup/env-file.ts';
import { createGivenPrompter, createTerminalPrompter, type Prompter } from './setup/prompter.ts';
import type { Answers, Section } from './setup/section.ts';
import { sections } from './setup/sections.ts';

type Environment = Record<string, string | undefined>;

/**
 * Asks for the settings that production needs, tries each answer, and writes `.env`. With `--yes`, the answers come
 * from the environment, `.env` and `--set`. Returns 78 when the written configuration is not complete yet.
 */
export async function setUp(environment: Environment, args: readonly string[]): Promise<number> {
  const options = readArguments(args);
  const text = await readEnvText(options.file);
  const known = { ...parseEnv(text), ...environment, ...options.values };
  const missing: string[] = [];
  if (!options.yes && !process.stdin.isTTY)
    throw new CliError('Input is not a terminal. Use --yes with the variables in the environment, .env or --set.');
  const prompter = options.yes ? createGivenPrompter(known, missing) : createTerminalPrompter(known);
  trustExtraCaCerts(known);

  const answers = toInitialAnswers(known);
  for (const section of sections)
    await runSection(section, { prompter, answers, known, skipChecks: options.skipChecks });
  if (missing.length > 0) throw new CliError(`Missing: ${missing.join(', ')}. Nothing was written.`);
  await save(options.file, { text, answers, prompter, force: options.force });
  return report(answers, options.file);
}

/** Returns everything that the environment sets beyond the questions, so that the file starts the same Tidemark. */
function toInitialAnswers(known: Environment): Answers {
  const given = variableNames.flatMap((name) => (known[name] ? [[name, known[name]] as const] : []));
  return new Map([...given, ['NODE_ENV', 'production']]);
}

async function runSection(
  section: Section,
  context: { prompter: Prompter; answers: Answers; known: Environment; skipChecks: boolean },
): Promise<void> {
  const { prompter, answers, known, skipChecks } = context;
  const isPossible = section.isPossible?.(answers) ?? true;
  if (isPossible) prompter.say(`\n— ${section.title}`);
  if (!isPossible || !(await section.isWanted(prompter, known, answers))) {
    if (section.onSkip) prompter.say(section.onSkip(answers));
    if (section.clearsOnSkip)
      for (const { name } of section.questions(answers)) if (answers.has(name)) answers.set(name, '');
    return;
  }
  if (section.introduce) prompter.say(section.introduce(answers));
  for (;;) {
    let isComplete = true;
    for (const question of section.questions(answers)) {
      const value = await prompter.ask(question);
      if (value !== null) answers.set(question.name, question.complete?.(value) ?? value);
      isComplete &&= value !== null || question.isOptional === true;
    }
    if (skipChecks || !isComplete || (await canBeUsed(section, context))) return;
    if (!prompter.isInteractive)
      throw new CliError(`${section.title} cannot be used. Nothing was written; --skip-checks writes it anyway.`);
    if (!(await prompter.confirm('Answer again? Otherwise the current answers are kept', true))) return;
  }
}

type Context = Parameters<typeof runSection>[1];

async function canBeUsed(section: Section, context: Context): Promise<boolean> {
  if (!section.check) return true;
  const checks: Check[] = [];
  for await (const check of section.check(context.answers, context.known)) {
    checks.push(check);
    console.log(toLines(check));
  }
  if (checks.every(({ level }) => level !== 'error')) return true;
  if (!checks.some(({ fix }) => fix === authorityFix) || !(await nameAuthority(context))) return false;
  return canBeUsed(section, context);
}

/** Asks for the certificate of an own authority; returns false if there is none that has not been tried. */
async function nameAuthority({ prompter, answers }: Context): Promise<boolean> {
  if (!prompter.isInteractive) return false;
  const answer = await prompter.ask({
    name: 'EXTRA_CA_CERTS',
    message: 'File with the certificate of your own authority',
    isOptional: true,
  });
  const file = answer && path.resolve(answer);
  if (!file || file === answers.get('EXTRA_CA_CERTS')) return false;
  const problem = findCaProblem(file);
  if (problem) prompter.say(`${file} ${problem}`);
  else answers.set('EXTRA_CA_CERTS', file);
  trustExtraCaCerts({ EXTRA_CA_CERTS: file });
  return problem === null;
}

async function save(
  file: string,
  { text, answers, prompter, force }: { text: string; answers: Answers; prompter: Prompter; force: boolean },
): Promise<void> {
  const current = parseEnv(text);
  const changed = [...answers]
    .filter(([name, value]) => current[name] && current[name] !== value)
    .map(([name]) => name);
  if (changed.length > 0 && !force) {
    if (!prompter.isInteractive)
      throw new CliError(
        `${file} has other values of ${changed.join(', ')}. Nothing was written; --force replaces them.`,
      );
    if (!(await prompter.confirm(`Replace ${changed.join(', ')} in ${file}?`, false)))
      throw new CliError('Nothing was written.');
  }
  await writeEnvText(file, updateEnvText(text, answers));
  console.log(`Wrote ${answers.size} variables to ${file}, readable by its owner only.`);
}

function report(answers: Answers, file: string): number {
  try {
    readConfig(Object.fromEntries(answers));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.log(`${error.message}\nRun setup again, or correct ${file}.`);
    return 78;
  }
  if (answers.has('ENCRYPTION_KEYS'))
    console.log('Store a copy of ENCRYPTION_KEYS separately from backups: without it, stored tokens are lost.');
  if (!answers.get('META_APP_ID'))
    console.log('Meta is not connected yet: the first operator does it in the browser, or run setup again.');
  console.log('Next: start Tidemark and the reverse proxy, then run doctor.');
  return 0;
}

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        yes: { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        'skip-checks': { type: 'boolean', default: false },
        file: { type: 'string', default: '.env' },
        set: { type: 'string', multiple: true, default: [] },
      },
    });
    const pairs = values.set.map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      if (!variableNames.includes(name))
        throw new CliError(`There is no variable ${name}: docs/configuration.md lists them.`);
      return [name, rest.join('=')];
    });
    return {
      yes: values.yes,
      force: values.force,
      skipChecks: values['skip-checks'],
      file: path.resolve(values.file),
      values: Object.fromEntries(pairs) as Record<string, string>, // pairs of strings
    };
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError('Usage: tidemark setup [--yes] [--set NAME=VALUE …] [--file .env] [--force] [--skip-checks]', {
      cause,
    });
  }
}
