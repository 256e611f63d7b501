import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { Card } from '#web/ui/card.tsx';
import { TrendBars } from '#web/ui/charts/trend-bars.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ApproximateDot } from '../metric-cards/approximate-dot.tsx';
import { PanelGuide } from './insights-card.tsx';
import styles from './post-insights.module.css';
import { type TileFigure, toTiles } from './tiles.ts';
import type { Insights } from './use-insights.ts';

const icons = { up: TrendingUp, down: TrendingDown, flat: Minus };

export function MetricTiles({ aggregate, loading, refreshing }: Insights) {
  return (
    <section className={styles.tiles} aria-label="Key figures">
      {toTiles(aggregate).map((tile) => (
        <Card
          key={tile.key}
          title={<span className={styles.tileTitle}>{tile.label}</span>}
          tools={<PanelGuide panel="tiles" title={tile.label} />}
          className={styles.tile}
          refreshing={refreshing}
          aria-busy={loading}
          data-tile={tile.key}
        >
          {loading ? <TileSkeleton /> : <Tile tile={tile} />}
        </Card>
      ))}
    </section>
  );
}

function Tile({ tile: { label, text, approximate, delta, series, format } }: { tile: TileFigure }) {
  const Icon = icons[delta?.direction ?? 'flat'];
  return (
    <>
      <div className={styles.figures}>
        <p className={styles.value}>
          {text}
          {approximate && <ApproximateDot />}
        </p>
        {delta ? (
          <span className={styles.delta} data-direction={delta.direction}>
            <Icon size={14} aria-hidden="true" />
            {delta.direction !== 'flat' && <span className="vh">{delta.direction} </span>}
            {delta.text} <span className={styles.versus}>vs prev</span>
          </span>
        ) : (
          <span className={styles.versus}>nothing before</span>
        )}
      </div>
      <TrendBars series={series} label={label} format={format} />
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
