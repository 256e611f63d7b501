import type { PageLoad } from './page-load.ts';
import { count, milliseconds, printTable, ratio } from './report.ts';

/** Collects what has a target, and prints it next to its reference. */
export function createTargets() {
  const rows: string[][] = [];
  const add = (what: string, target: string, value: string, reference: string, isMet: boolean | null) =>
    rows.push([what, target, value, reference, isMet === null ? 'skipped' : isMet ? 'met' : 'missed']);
  const addRatio = (what: string, value: number, { of, limit }: { of: number | undefined; limit: number }) =>
    of === undefined
      ? add(what, `≤ ${limit} ×`, milliseconds(value), 'Umami: UMAMI_BASE and UMAMI_SITE are unset', null)
      : add(what, `≤ ${limit} ×`, milliseconds(value), `${milliseconds(of)}, ${ratio(value, of)}`, value / of <= limit);
  const addTime = (what: string, value: number, limit: number, reference = '') =>
    add(what, `≤ ${count(limit)} ms`, milliseconds(value), reference, value <= limit);

  return {
    addLoads(find: (name: string) => PageLoad | undefined): void {
      for (const opened of ['30 days', '90 days', '30 days, new tab']) {
        const [own, umami] = [find(opened), find(`Umami, ${opened}`)];
        if (!own) continue;
        addRatio(`first paint, ${opened}`, own.firstPaint, { of: umami?.firstPaint, limit: 1.3 });
        addRatio(`figures above the fold, ${opened}`, own.figures, { of: umami?.figures, limit: 0.4 });
        addRatio(`content, ${opened}`, own.content, { of: umami?.content, limit: 0.4 });
        addRatio(`settled, ${opened}`, own.settled, { of: umami?.settled, limit: 0.4 });
        addTime(`figures above the fold, ${opened}`, own.figures, 500);
        add(
          `requests in ten seconds, ${opened}, 3 accounts`,
          '≤ 25',
          count(own.requests),
          umami ? `${count(umami.requests)}, ${ratio(own.requests, umami.requests)}` : '',
          own.requests <= 25,
        );
      }
    },
    addFleets({
      many,
      few,
      month,
      away,
      providerPackets,
    }: Record<'many' | 'few' | 'month' | 'away', PageLoad | undefined> & { providerPackets: number }): void {
      if (many && few)
        addRatio('first screen, 25 accounts × 365 days, to 3 accounts', many.figures, { of: few.figures, limit: 1.5 });
      if (!away || !month) return;
      addTime(
        'figures, database 30 ms and provider 200 ms away',
        away.figures,
        800,
        `${milliseconds(month.figures)} near, ${ratio(away.figures, month.figures)}`,
      );
      add('packets to the provider meanwhile', '0', count(providerPackets), '', providerPackets === 0);
    },
    addInteractions(slowdown: number, p95: number): void {
      addTime(`interaction to next paint, p95, CPU slowed × ${slowdown}`, p95, slowdown === 1 ? 100 : 200);
    },
    print(): void {
      if (rows.length > 0) printTable('web: targets', ['', 'target', 'value', 'reference', ''], rows);
    },
  };
}
