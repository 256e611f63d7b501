import {
  curveMetrics,
  type AccountId,
  type AccountType,
  type CurveMetric,
  type PostMetricName,
} from '@tidemark/contract';
import { useAccount } from '#web/features/accounts/index.ts';
import { useConfig } from '#web/platform/config.ts';

interface PostMetrics {
  /** Curves that the account's network has. */
  curves: CurveMetric[];
  has: (metric: PostMetricName) => boolean;
  network: AccountType | undefined;
}

/** Returns what the network of an account has of a post's metrics. */
export function usePostMetrics(accountId: AccountId): PostMetrics {
  const { metricsByNetwork } = useConfig();
  const account = useAccount(accountId);
  const known = account && metricsByNetwork[account.type]?.posts;
  const has = (metric: PostMetricName) => !known || known.includes(metric);
  return { curves: curveMetrics.filter(has), has, network: account?.type };
}
