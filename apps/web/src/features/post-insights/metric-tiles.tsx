import { type TileFigure, toInsightTiles } from '@tidemark/presentation';
import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { ApproximateDot, trendClass } from '#web/features/metrics/index.ts';
import { versusLabel, usePeriod, useInstagramToday } from '#web/features/periods/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TrendBars } from '#web/ui/charts/trend-bars.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { PanelGuide } from './insights-card.tsx';
import { InsightsExport } from './insights-export.tsx';
import styles from './post-insights.module.css';
import type { Insights } from './use-insights.ts';

const icons = { up: TrendingUp, down: TrendingDown, flat: Minus };

export function MetricTiles({ aggregate, loading, refreshing, failed, retry }: Insights) {
  const today = useInstagramToday();
  return (
    <section className={styles.tiles} aria-label="Key metrics">
      {toInsightTiles(aggregate, today).map((tile) => (
        <Card
          key={tile.key}
          title={<span className={styles.tileTitle}>{tile.label}</span>}
          tools={
            <>
              {aggregate && (
                <span className={styles.tileExport}>
                  <InsightsExport panel="tiles" title={tile.label} />
                </span>
              )}
              <PanelGuide panel="tiles" title={tile.label} />
            </>
          }
          className={styles.tile}
          refreshing={refreshing}
          aria-busy={loading}
          data-tile={tile.key}
        >
          {loading ? <TileSkeleton /> : failed ? <FailedTile retry={retry} /> : <Tile tile={tile} />}
        </Card>
      ))}
    </section>
  );
}

function Tile({ tile: { label, text, range, approx, delta, deltaApprox, series, format } }: { tile: TileFigure }) {
  const { previous, comparison } = usePeriod();
  const Icon = icons[delta?.direction ?? 'flat'];
  return (
    <>
      <div className={styles.figures} data-caption>
        <p className={styles.value}>
          <span>{text}</span>
          {range && <span className={styles.range}>{range}</span>}
          <ApproximateDot approx={approx} format={format} />
        </p>
        {!previous ? null : delta ? (
          <span className={trendClass} data-direction={delta.direction}>
            <Icon size={14} aria-hidden="true" />
            {delta.direction !== 'flat' && <span className="vh">{delta.direction} </span>}
            {delta.text} <span className={styles.versus}>{versusLabel(comparison)}</span>
            <ApproximateDot approx={deltaApprox} format={null} />
          </span>
        ) : (
          <Tooltip text="No comparison: no data for these posts in the comparison period">
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach its tooltip or scroll area */}
            <span className={trendClass} tabIndex={0}>
              <span aria-hidden="true">—</span>
              <span className="vh">no comparison</span> <span className={styles.versus}>{versusLabel(comparison)}</span>
            </span>
          </Tooltip>
        )}
      </div>
      <div data-picture>
        <TrendBars series={series} label={label} format={format} />
      </div>
    </>
  );
}

function FailedTile({ retry }: { retry: () => void }) {
  return (
    <>
      <div className={styles.figures}>
        <p className={styles.value}>
          <span aria-hidden="true">—</span>
          <span className="vh">not available</span>
        </p>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      </div>
      <p className={styles.note}>Could not load</p>
    </>
  );
}

function TileSkeleton() {
  return (
    <>
      <div className={styles.figures}>
        <Skeleton width={96} height={26} />
        <Skeleton width={70} height={20} />
      </div>
      <Skeleton height={34} />
    </>
  );
}
