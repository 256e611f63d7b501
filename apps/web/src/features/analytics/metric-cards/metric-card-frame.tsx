import type { MetricCard } from '@tidemark/contract';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { wholeNumber } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { LevelLine } from '#web/ui/charts/level-line.tsx';
import { MarkStrip } from '#web/ui/charts/mark-strip.tsx';
import { TrendBars } from '#web/ui/charts/trend-bars.tsx';
import { Button } from '#web/ui/button.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { useDayMarks } from '../annotations/use-day-marks.ts';
import { intervalText } from '../exactness/approximation-labels.ts';
import { Interval } from '../exactness/interval.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { MetricGuide } from '../lazy-guides.ts';
import { ApproximateDot } from './approximate-dot.tsx';
import { cardLabels } from './card-labels.ts';
import styles from './metric-card.module.css';
import type { SmallCard } from './small-card-metric.ts';
import { usePeriod } from '../use-period.ts';
import { coloredShare, type Direction, trendBarWidth } from './trend.ts';
import { TrendChip } from './trend-chip.tsx';

interface MetricCardFrameProps {
  metric: SmallCard;
  figures: MetricCard;
  /** Null without a comparison. */
  direction: Direction | null;
  /** The formatted trend, if it is not simply the change in percent. */
  trend?: string;
  /** In small type after the value. */
  unit?: string;
  /** The trend's tooltip, which is null if no comparison was chosen, and the two values it compares. */
  explanation: string | null;
  values?: string | null;
  note?: string | null;
  state: 'value' | 'nothing' | 'failed';
  onRetry?: () => void;
  refreshing?: boolean;
}

export function MetricCardFrame(props: MetricCardFrameProps) {
  const { metric, figures, direction, trend, unit, explanation, values, note, state, onRetry, refreshing } = props;
  const { title, format } = cardLabels[metric];
  const daysHeight = useDaysHeight();
  const marks = useDayMarks(useShownAccounts(), usePeriod());
  const interval = state === 'value' ? intervalText(figures.current, figures.approx, format) : null;
  const value = interval ?? format(figures.current);
  return (
    <Card
      title={<span className={styles.title}>{title}</span>}
      tools={
        <>
          <span className={styles.export}>
            <ExportMenu title={title} sections={['metrics', 'days']} metrics={[metric]} />
          </span>
          <CardGuide metric={metric} />
        </>
      }
      className={styles.card}
      refreshing={refreshing}
      data-metric={metric}
      data-state={state}
    >
      <div className={styles.figures}>
        {state === 'nothing' ? (
          <p className={styles.nothing}>{explanation}</p>
        ) : (
          <>
            <p className={styles.value} data-long={interval ? 'interval' : value.length > 5}>
              <Tooltip text={metric === 'followers' && figures.current >= 1000 ? wholeNumber(figures.current) : null}>
                <span>{interval ? <Interval text={interval} /> : value}</span>
              </Tooltip>
              {unit && <span className={styles.unit}>{unit}</span>}
              {state === 'value' && <ApproximateDot approx={figures.approx} format={format} />}
            </p>
            <TrendChip
              direction={direction}
              percentChange={figures.percentChange}
              trend={trend}
              explanation={explanation}
              values={values}
            />
          </>
        )}
      </div>
      {state === 'failed' ? (
        <div className={styles.failure}>
          <p>{explanation}</p>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : note ? (
        <p className={styles.note}>{note}</p>
      ) : (
        <div className={styles.days}>
          {metric === 'followers' ? (
            <LevelLine series={figures.series} label={title} format={format} height={daysHeight} />
          ) : (
            <TrendBars series={figures.series} label={title} format={format} height={daysHeight} hatchesEnd />
          )}
          <MarkStrip days={figures.series.map(({ date }) => date)} marks={marks} />
        </div>
      )}
      <TrendBar direction={direction} percentChange={figures.percentChange} muted={state !== 'value'} />
    </Card>
  );
}

function CardGuide({ metric }: { metric: SmallCard }) {
  return (
    <GuideButton title={cardLabels[metric].guideTitle}>
      <MetricGuide metric={metric} />
    </GuideButton>
  );
}

function TrendBar({
  direction,
  percentChange,
  muted,
}: {
  direction: Direction | null;
  percentChange: number | null;
  muted: boolean;
}) {
  const shown = muted ? null : direction;
  return (
    <div className={styles.track} data-direction={shown ?? 'none'} aria-hidden="true">
      <span data-bar style={{ width: `${trendBarWidth(shown ?? 'flat', percentChange)}%` }} />
      {shown === 'down' && <span data-lost style={{ width: `${coloredShare(shown, percentChange)}%` }} />}
    </div>
  );
}

function useDaysHeight(): number {
  return useMedia('(width < 700px)') ? 26 : 34;
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
