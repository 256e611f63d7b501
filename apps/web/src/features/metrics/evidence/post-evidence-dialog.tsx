import type { AccountId, PostMetric } from '@tidemark/contract';
import { type FigureText, watchTime } from '@tidemark/presentation';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toDay } from '#web/platform/time-zone.ts';
import { percent, wholeNumber } from '#web/platform/format.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { EarlierValue } from './earlier-value.tsx';
import { postEvidenceQuery } from './evidence.query.ts';
import { EvidenceView } from './evidence-view.tsx';
import styles from './evidence.module.css';

const formats: Partial<Record<PostMetric, (value: number) => string>> = {
  engagement_rate: percent,
  skip_rate: percent,
  ig_reels_avg_watch_time: watchTime,
};

/** A post's metric as its page shows it. */
export type ExplainedFigure = Pick<FigureText, 'name' | 'text' | 'meaning'> & { key: PostMetric };

interface PostEvidence {
  post: { accountId: AccountId; mediaId: string; timestamp: string };
  figures: readonly ExplainedFigure[];
  /** The metric that is shown first. */
  first?: string | undefined;
}

interface PostEvidenceDialogProps extends PostEvidence {
  open: boolean;
  onClose: () => void;
}

/** Shows where a post's metrics come from. */
export function PostEvidenceDialog({ open, onClose, ...evidence }: PostEvidenceDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Where these numbers come from" width="medium">
      <PostEvidenceView {...evidence} />
    </Dialog>
  );
}

/** Shows one metric at a time. */
function PostEvidenceView({ post: { accountId, mediaId, timestamp }, figures, first }: PostEvidence) {
  const [metric, setMetric] = useState(figures.find(({ key }) => key === first)?.key ?? figures[0]?.key ?? 'views');
  const request = { accountId, mediaId, metric };
  const query = useQuery(postEvidenceQuery(request));
  const format = formats[metric] ?? wholeNumber;
  const figure = figures.find(({ key }) => key === metric);
  return (
    <div className={styles.post}>
      <Select
        label="Metric"
        isInline
        value={metric}
        onChange={({ currentTarget: { value } }) => setMetric(figures.find(({ key }) => key === value)?.key ?? metric)}
      >
        {figures.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
      <EvidenceView
        key={metric}
        name={figure?.meaning ?? ''}
        query={query}
        toText={() => figure?.text ?? ''}
        format={format}
      >
        <EarlierValue
          toQuery={(asOf) => postEvidenceQuery({ ...request, asOf })}
          now={query.data}
          from={toDay(new Date(timestamp))}
          format={format}
        />
      </EvidenceView>
    </div>
  );
}
