import { type LabelComparison, labelMetrics, type PostLabel } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChoiceMenu } from '#web/ui/choice-menu.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageFigure, PageHead, PagePlaceholder, PageSentence } from '#web/ui/page-head.tsx';
import { LabelCard } from './label-card.tsx';
import { nextColor } from './label-colors.ts';
import { labelComparisonQuery, labelTestsQuery } from './label-comparison.query.ts';
import { isClearRatio, labelMetricNames, ratioText } from '@tidemark/presentation';
import { NoAccountSelected } from '#web/features/metrics/index.ts';
import { useToday } from '#web/features/periods/index.ts';
import { type LabelSpan, labelSpans } from './label-search.ts';
import { useLabelView } from './use-label-view.ts';
import { LabelsExport } from './labels-export.tsx';
import { LabelsGuide } from './labels-guide.tsx';
import styles from './labels-page.module.css';
import { labelsQuery } from './labels.query.ts';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const LabelDialog = lazyComponent(async () => (await import('./label-dialog.tsx')).LabelDialog);

const spanNames: Record<LabelSpan, string> = { 90: '3 months', 182: '6 months', 365: '12 months', 730: '2 years' };
const spans = labelSpans.map((span) => ({ value: String(span), label: spanNames[span] }));

/** Shows whether posts with a label do better than similar ones without. */
export function LabelsPage() {
  const [{ metric, span }, show] = useLabelView();
  const mayEdit = useMay('editor');
  const accountIds = useShownAccounts();
  const today = useToday();
  const range = useMemo(() => ({ from: addDays(today, 1 - span), to: today }), [today, span]);
  const list = useQuery(labelsQuery);
  const compared = useQuery(labelComparisonQuery(accountIds, range, metric));
  const tests = useQuery(labelTestsQuery(accountIds));
  const [edited, setEdited] = useState<PostLabel | 'new' | null>(null);
  const labels = list.data?.labels;
  const byId = useMemo(() => new Map(compared.data?.labels.map((one) => [one.labelId, one])), [compared.data]);
  const tested = [...byId.values()].filter(({ p }) => p !== null).length;
  const error = list.error ?? compared.error ?? tests.error;
  const retry = () => {
    for (const query of [list, compared, tests]) if (query.error) void query.refetch();
  };

  function content() {
    if (accountIds.length === 0) return <NoAccountSelected />;
    if (error)
      return (
        <Card>
          <EmptyState title="Could not load your labels" action={<Button onClick={retry}>Try again</Button>} />
        </Card>
      );
    if (!labels) return <PageSkeleton />;
    if (labels.length === 0)
      return (
        <Card>
          <EmptyState
            title="No labels yet"
            why={
              mayEdit
                ? 'Label posts by hand or with a rule, then see whether they outperform similar posts.'
                : 'Labels that the team gives to posts appear here, with how those posts do.'
            }
            action={
              mayEdit && (
                <Button variant="primary" onClick={() => setEdited('new')}>
                  Create a label
                </Button>
              )
            }
          />
        </Card>
      );
    return (
      <ul className={styles.cards}>
        {labels.map((label) => (
          <li key={label.id}>
            <CardBoundary title={label.name}>
              <LabelCard
                label={label}
                metric={metric}
                comparison={byId.get(label.id)}
                tested={tested}
                test={tests.data?.tests.find(({ labelId }) => labelId === label.id)}
                onEdit={() => setEdited(label)}
              />
            </CardBoundary>
          </li>
        ))}
      </ul>
    );
  }

  return (
    <Page>
      <PageHead
        title="Labels"
        detail={<span>Last {spanNames[span]}</span>}
        actions={labels && labels.length > 0 && <LabelsExport />}
      >
        {!error && accountIds.length > 0 && (!labels || (labels.length > 0 && !compared.data)) && (
          <PagePlaceholder>Posts labelled People get 1.3 to 1.8 times the interactions.</PagePlaceholder>
        )}
        {labels && !error && (labels.length === 0 || compared.data) && (
          <Sentence labels={labels} comparisons={byId} metricName={labelMetricNames[metric].toLowerCase()} />
        )}
      </PageHead>
      <div className={styles.toolbar}>
        <ChoiceMenu
          label="Metric"
          align="start"
          value={metric}
          options={labelMetrics.map((one) => ({ value: one, name: labelMetricNames[one] }))}
          onChange={(next) => show({ metric: next })}
        />
        <Segmented
          label="Posts of the last"
          value={String(span)}
          options={spans}
          onChange={(value) => show({ span: labelSpans.find((one) => String(one) === value) ?? 365 })}
        />
        <span className={styles.end}>
          <GuideButton title="Labels Guide">
            <LabelsGuide />
          </GuideButton>
          {mayEdit && (
            <Button
              size="small"
              variant="primary"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setEdited('new')}
            >
              New label
            </Button>
          )}
        </span>
      </div>
      {content()}
      {edited && (
        <LabelDialog
          label={edited === 'new' ? null : edited}
          firstColor={nextColor(labels ?? [])}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}

interface SentenceProps {
  labels: readonly PostLabel[];
  comparisons: ReadonlyMap<string, LabelComparison>;
  metricName: string;
}

/** States the clearest difference, or that there is none. */
function Sentence({ labels, comparisons, metricName }: SentenceProps) {
  if (labels.length === 0) return <PageSentence>Do posts with people in them do better?</PageSentence>;
  const effect = (comparison: LabelComparison | undefined) => Math.abs(Math.log(comparison?.ratio?.value ?? 1));
  const [first] = labels
    .filter(({ id }) => {
      const comparison = comparisons.get(id);
      return comparison && isClearRatio(comparison);
    })
    .toSorted((one, other) => effect(comparisons.get(other.id)) - effect(comparisons.get(one.id)));
  const ratio = first && comparisons.get(first.id)?.ratio;
  if (first && ratio)
    return (
      <PageSentence>
        Posts labelled <bdi>{first.name}</bdi> get{' '}
        <PageFigure direction={ratio.value > 1 ? 'up' : 'down'}>{ratioText(ratio)} times</PageFigure> the {metricName}.
      </PageSentence>
    );
  const isAnyCompared = [...comparisons.values()].some((comparison) => comparison.ratio);
  return (
    <PageSentence>
      {isAnyCompared ? 'No label makes a clear difference yet.' : 'Not enough labelled posts to compare yet.'}
    </PageSentence>
  );
}

function PageSkeleton() {
  return (
    <ul className={styles.cards} aria-busy="true">
      {[1, 2, 3].map((place) => (
        <li key={place}>
          <Skeleton height={290} radius={20} />
        </li>
      ))}
    </ul>
  );
}
