import { confirm, input, password } from '@inquirer/prompts';

export interface Question {
  name: string;
  message: string;
  /** What Enter means. */
  fallback?: string;
  isSecret?: boolean;
  isOptional?: boolean;
  /** Adds what people leave out. */
  complete?(text: string): string;
}

/** Asks on the terminal, or answers from what is given. */
export interface Prompter {
  say(text: string): void;
  /** Returns null when an optional question is left empty. */
  ask(question: Question): Promise<string | null>;
  /** Returns the fallback if there is no terminal. */
  confirm(message: string, fallback: boolean): Promise<boolean>;
  readonly isInteractive: boolean;
}

export function createTerminalPrompter(known: Readonly<Record<string, string | undefined>>): Prompter {
  return {
    isInteractive: true,
    say: (text) => console.log(text),
    async ask({ name, message, fallback = '', isSecret = false, isOptional = false }) {
      const current = known[name] || fallback;
      const hint = `${message} (${name}${isOptional ? ', optional' : ''}${isSecret && known[name] ? ', Enter keeps the current one' : ''})`;
      const validate = (text: string) => text.trim() !== '' || current !== '' || isOptional || 'An answer is required';
      const text = isSecret
        ? await password({ message: hint, mask: true, validate })
        : await input({ message: hint, validate, ...(current && { default: current }) });
      return text.trim() || current || null;
    },
    confirm: (message, fallback) => confirm({ message, default: fallback }),
  };
}

/** Answers come from the environment, `.env` and `--set`. Missing ones are collected in `missing`. */
export function createGivenPrompter(known: Readonly<Record<string, string | undefined>>, missing: string[]): Prompter {
  return {
    isInteractive: false,
    say: () => undefined,
    async ask({ name, fallback, isOptional = false }) {
      const value = known[name] || fallback || null;
      if (value === null && !isOptional) missing.push(name);
      return value;
    },
    confirm: async (_message, fallback) => fallback,
  };
}
