import type { Price } from '@tidemark/contract';
import { money } from '#web/platform/money.ts';

/** '€9.50 a month' */
export function formatPrice({ amount, currency, interval }: Price): string {
  return `${money(amount, currency)} a ${interval}`;
}
