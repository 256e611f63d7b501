import { getMetricCard, listAccounts } from '@tidemark/contract';
import { createClient } from '@tidemark/contract/client';

const call = createClient({
  url: process.env['TIDEMARK_URL'] ?? 'http://localhost:3000',
  key: process.env['TIDEMARK_KEY'] ?? '',
});
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

const { accounts } = await call(listAccounts, {});
for (const { _id, username } of accounts) {
  const { current, isApprox } = await call(getMetricCard, {
    params: { metric: 'views' },
    body: { cStart: `${day(8)}T00:00:00Z`, cEnd: `${day(2)}T23:59:59Z`, accountIds: [_id] },
  });
  console.log(`${username}: ${isApprox ? 'about ' : ''}${current} views in a week`);
}
