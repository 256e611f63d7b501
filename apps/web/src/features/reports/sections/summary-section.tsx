import { metricLabels, type ReportSummary, toDirection, toReportSummary } from '@tidemark/presentation';
import { ApproximateDot, comparedValues, trendSentence, TrendChip } from '#web/features/metrics/index.ts';
import { Card } from '#web/ui/card.tsx';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-summary.module.css';

type Props = SectionProps<SectionOf<'summary'>>;

/** The sentence that sums up the range. */
export function SummarySentence({ section, content }: Props) {
  const { parts, approx } = toReportSummary(section, content).headline;
  return (
    <p className={styles.sentence}>
      {parts.map(({ text, direction }, index) =>
        direction ? (
          <em key={index} data-direction={direction}>
            {text}
          </em>
        ) : (
          text
        ),
      )}
      <Dot approx={approx} />
    </p>
  );
}

/** Three numbers, and up to three results in words. */
export function SummarySection({ section, content }: Props) {
  const { figures, sentences } = toReportSummary(section, content);
  if (figures.length === 0) return null;
  return (
    <>
      <div className={styles.figures}>
        {figures.map((figure) => (
          <SummaryFigure key={figure.metric} figure={figure} previous={content.previous} />
        ))}
      </div>
      {sentences.length > 0 && (
        <ul className={styles.sentences}>
          {sentences.map(({ text, approx = null }) => (
            <li key={text}>
              {text}
              <Dot approx={approx} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface SummaryFigureProps {
  figure: ReportSummary['figures'][number];
  previous: Props['content']['previous'];
}

function SummaryFigure({ figure: { metric, label, text, range, card }, previous }: SummaryFigureProps) {
  const { word, format } = metricLabels[metric];
  const direction = toDirection(card);
  const { comparison, changeState, percentChange } = card;
  return (
    <Card role="group" aria-label={label} className={styles.figure}>
      <p className={styles.label}>{label}</p>
      <p className={styles.number}>
        <span className={styles.value}>{text}</span> <ApproximateDot approx={card.approx} format={format} />
        <TrendChip
          direction={direction}
          state={changeState}
          percentChange={percentChange}
          explanation={trendSentence({ word, direction, change: card, comparison, previous })}
          values={comparedValues(card, format)}
        />
      </p>
      {range && <p className={styles.range}>{range}</p>}
    </Card>
  );
}

function Dot({ approx }: { approx: ReportSummary['headline']['approx'] }) {
  if (!approx) return null;
  return (
    <>
      {' '}
      <ApproximateDot approx={approx} format={null} small />
    </>
  );
}
