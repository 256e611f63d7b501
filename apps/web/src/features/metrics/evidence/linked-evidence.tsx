import { audienceMetrics, cardMetrics, postsMetrics } from '@tidemark/contract';
import type { ReactNode } from 'react';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { AudienceEvidenceView, audienceTitles } from './audience-evidence.tsx';
import { evidenceTitle, MetricEvidenceView } from './metric-evidence.tsx';
import { PostsEvidenceView, postsEvidenceTitle } from './posts-evidence.tsx';

/** Opens what a link names: a metric, an audience, or a metric of posts such as `posts-views`. */
export function LinkedEvidence({ name }: { name: string }) {
  const changeSearch = useChangeSearch();
  const linked = findLinked(name);
  if (!linked) return null;
  return (
    <Dialog open onClose={() => changeSearch(() => ({ evidence: undefined }))} title={linked.title} width="medium">
      {linked.view}
    </Dialog>
  );
}

function findLinked(name: string): { title: string; view: ReactNode } | null {
  const metric = cardMetrics.find((one) => one === name);
  if (metric) return { title: evidenceTitle(metric), view: <MetricEvidenceView metric={metric} /> };
  const audience = audienceMetrics.find((one) => one === name);
  if (audience) return { title: audienceTitles[audience], view: <AudienceEvidenceView metric={audience} /> };
  const posts = postsMetrics.find((one) => `posts-${one}` === name);
  return posts ? { title: postsEvidenceTitle, view: <PostsEvidenceView metrics={[posts]} /> } : null;
}
