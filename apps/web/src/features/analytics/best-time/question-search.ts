import { type TimedFormat, timedFormats } from '@tidemark/contract';

export interface QuestionSearch {
  account?: string;
  format?: TimedFormat;
}

/** The page's parameters in a URL; invalid values are dropped. */
export function questionSearch({ account, format }: Record<string, unknown>): QuestionSearch {
  const known = timedFormats.find((one) => one === format);
  return {
    ...(typeof account === 'string' && /^\w{1,64}$/.test(account) && { account }),
    ...(known && { format: known }),
  };
}
