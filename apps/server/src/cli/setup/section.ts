import type { Check } from '../checks/check.ts';
import type { Prompter, Question } from './prompter.ts';

export type Answers = Map<string, string>;
export type Known = Readonly<Record<string, string | undefined>>;

/** A group of questions, tried together. */
export interface Section {
  title: string;
  /** False leaves the section out without a word. */
  isPossible?(answers: Answers): boolean;
  /** Asked first; false skips the section. */
  isWanted(prompter: Prompter, known: Known, answers: Answers): Promise<boolean>;
  introduce?(answers: Answers): string;
  questions(answers: Answers): Question[];
  check?(answers: Answers, known: Known): AsyncIterable<Check> | Iterable<Check>;
  onSkip?(answers: Answers): string;
  /** If set, skipping it empties its variables. */
  clearsOnSkip?: true;
}

export const get = (answers: Answers, name: string) => answers.get(name) ?? '';
export const getAppUrl = (answers: Answers) => get(answers, 'APP_URL').replace(/\/$/, '');
