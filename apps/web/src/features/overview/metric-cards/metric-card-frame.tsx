import { Link } from '@tanstack/react-router';
import type { MetricCard } from '@tidemark/contract';
import { type Direction, emptyCard } from '@tidemark/presentation';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { useDayMarks } from '#web/features/annotations/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { cardLabels, type SmallCard, TrendChip } from '#web/features/metrics/index.ts';
import { periodSearch, usePeriod } from '#web/features/periods/index.ts';
import { usePickWhen } from '#web/features/posts/index.ts';
import { shortDayLabel } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Button } from '#web/ui/button.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { lazyGuide } from '#web/ui/lazy-guide.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { keyChartId } from './key-chart-id.ts';
import styles from './metric-card.module.css';
import { MetricDays, MetricValue, TrendBar, useDaysHeight } from './metric-figures.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { useKeyChart } from './use-key-chart.ts';

const MetricGuide = lazyGuide(async () => (await import('./metric-guide.tsx')).MetricGuide);
const DayStrip = lazyPart(async () => (await import('#web/ui/charts/day-strip.tsx')).DayStrip);

interface MetricCardFrameProps {
  metric: SmallCard;
  figures?: MetricCard;
  /** Null without a certain change. */
  direction?: Direction | null;
  /** The formatted trend, if it is not simply the change in percent. */
  trend?: string;
  /** Follows the value in small type. */
  unit?: string;
  /** The trend's tooltip (null if no comparison was chosen), and the two values it compares. */
  explanation?: string | null;
  values?: string | null;
  note?: string | null;
  state: 'value' | 'nothing' | 'failed';
  onRetry?: () => void;
  refreshing?: boolean;
}

/** Without a value, it says why. */
export function MetricCardFrame({
  metric,
  figures = emptyCard,
  direction = 'flat',
  trend,
  unit,
  explanation = null,
  values,
  note,
  state,
  onRetry,
  refreshing,
}: MetricCardFrameProps) {
  const { title, format, failure, nothing } = cardLabels[metric];
  const marks = useDayMarks(useShownAccounts(), usePeriod(), metric);
  const { pickWhen } = usePickWhen();
  const hasDays = state === 'value' && !note;
  return (
    <Card
      title={<CardTitle metric={metric} />}
      tools={
        <>
          <span className={styles.export}>
            <ExportMenu title={title} sections={['metrics', 'days']} metrics={[metric]} chart={hasDays ? [] : null} />
          </span>
          <CardGuide metric={metric} />
        </>
      }
      className={styles.card}
      refreshing={refreshing}
      data-metric={metric}
      data-state={state}
    >
      <div className={styles.figures} data-caption>
        {state === 'nothing' ? (
          <p className={styles.nothing}>{nothing}</p>
        ) : (
          <>
            <MetricValue figures={figures} format={format} unit={unit} isAbbreviated={metric === 'followers'} />
            <TrendChip
              direction={direction}
              state={figures.changeState}
              percentChange={figures.percentChange}
              trend={trend}
              explanation={state === 'failed' ? failure : explanation}
              values={values}
            />
          </>
        )}
      </div>
      {state === 'failed' ? (
        <div className={styles.failure}>
          <p>{failure}</p>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : note ? (
        <p className={styles.note}>{note}</p>
      ) : (
        <div className={styles.days} data-picture>
          <MetricDays series={figures.series} label={title} format={format} isLevel={metric === 'followers'} />
          {figures.series.length > 0 && (
            <DayStrip
              series={figures.series}
              label={title}
              isLine={metric === 'followers'}
              format={format}
              formatDay={shortDayLabel}
              marks={marks}
              onPickDay={(day) => pickWhen({ day })}
            />
          )}
        </div>
      )}
      <TrendBar direction={direction} percentChange={figures.percentChange} muted={state !== 'value'} />
    </Card>
  );
}

/** Opens the metric as a large chart; posts have a page instead. */
function CardTitle({ metric }: { metric: SmallCard }) {
  const [chart, openChart] = useKeyChart();
  const { title } = cardLabels[metric];
  if (metric === 'post-activity')
    return (
      <Link to="/posts" search={periodSearch} className={styles.title}>
        {title}
      </Link>
    );
  return (
    <button
      type="button"
      className={styles.title}
      aria-expanded={chart === metric}
      aria-controls={keyChartId}
      onClick={() => openChart(chart === metric ? null : metric)}
    >
      {title}
    </button>
  );
}

function CardGuide({ metric }: { metric: SmallCard }) {
  return (
    <GuideButton title={`${metric === 'followers' ? 'Follower Count' : cardLabels[metric].title} Card Guide`}>
      <MetricGuide metric={metric} />
    </GuideButton>
  );
}

export function MetricCardSkeleton({ metric }: { metric: SmallCard }) {
  const daysHeight = useDaysHeight();
  return (
    <Card
      title={<span className={styles.title}>{cardLabels[metric].title}</span>}
      tools={<CardGuide metric={metric} />}
      className={styles.card}
      aria-busy="true"
      data-metric={metric}
      data-state="loading"
    >
      <div className={styles.figures}>
        <p className={styles.value}>
          <Skeleton width={96} height={26} />
        </p>
        <Skeleton width={62} height={22} className={styles.trendToCome} />
      </div>
      <div className={styles.days}>
        <Skeleton height={daysHeight} />
      </div>
      <div className={styles.track} />
    </Card>
  );
}
