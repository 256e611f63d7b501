import { type TimedFormat, timedFormats } from '@tidemark/contract';

export interface QuestionSearch {
  account?: string;
  format?: TimedFormat;
}

/** Parses the page's parameters from a URL, dropping invalid values. */
export function questionSearch({ account, format }: Record<string, unknown>): QuestionSearch {
  const known = timedFormats.find((one) => one === format);
  return {
    ...(typeof account === 'string' && /^\w{1,64}$/.test(account) && { account }),
    ...(known && { format: known }),
  };
}
