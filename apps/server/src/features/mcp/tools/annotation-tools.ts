import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { listAnnotations, maxAnnotationLength, TimeZone } from '@tidemark/contract';
import { z } from 'zod';
import { pageInput, toPage } from '../paging.ts';
import { describePeriod, periodInput, toEnd, toPeriod, toStart } from '../period.ts';
import { quotationNotice, quote } from '../quoted.ts';
import { accountsInput, annotations, toAccountIds, type ToolDeps } from '../tool-deps.ts';

const perPage = 16;

export function registerAnnotationTools(server: McpServer, { call, today, dayZone, answer }: ToolDeps): void {
  server.registerTool(
    'list_annotations',
    {
      title: 'List what happened',
      description:
        'Lists what the user wrote about days of a period, days on which posts were published, gaps in the data, and links and logins. Helps to explain a change.',
      inputSchema: z.strictObject({
        ...accountsInput,
        ...periodInput,
        timeZone: TimeZone.optional().describe('Time zone of the days. Default: that of Instagram’s days.'),
        ...pageInput,
      }),
      annotations,
    },
    ({ accountIds, from, to, timeZone = dayZone, page }) =>
      answer(async () => {
        const period = toPeriod({ from, to }, today);
        const found = await call(listAnnotations, {
          body: {
            startDate: toStart(period.from),
            endDate: toEnd(period.to),
            accountIds: await toAccountIds(call, accountIds),
            timeZone,
          },
        });
        const all = [
          ...found.annotations.map(({ accountId, firstDay, lastDay, text }) => ({
            kind: 'annotation',
            accountId,
            firstDay,
            lastDay,
            quoted: { text: quote(text, maxAnnotationLength) },
          })),
          ...found.events,
          ...found.publishedDays.map(({ day, posts }) => ({ kind: 'published', firstDay: day, posts })),
        ].toSorted((one, other) => (one.firstDay < other.firstDay ? -1 : one.firstDay > other.firstDay ? 1 : 0));
        const { items, paging } = toPage(all, page, perPage);
        return {
          items,
          units: { posts: 'posts published on that day, without stories' },
          period: describePeriod(period, timeZone),
          exact: true,
          method: 'Annotations as written; the other kinds as Tidemark recorded them. accountId null: all accounts.',
          paging,
          notice: quotationNotice,
        };
      }),
  );
}
