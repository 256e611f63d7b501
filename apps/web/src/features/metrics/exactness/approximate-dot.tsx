import type { Approximation } from '@tidemark/contract';
import { boundsSentence, reasonSentences } from '@tidemark/presentation';
import { wholeNumber } from '#web/platform/format.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './approximate-dot.module.css';

/** For a dot that is only a sample. */
export const dotClass = styles.dot;

interface ApproximateDotProps {
  /** Null for an exact value, which has no dot. */
  approx: Approximation | null;
  /** Formats bounds; null hides bounds that refer to another value. */
  format?: ((value: number) => string) | null;
  /** Not a tab stop: for use inside a button, or if the same reasons are reachable nearby. */
  passive?: boolean;
  /** Smaller dot, used in rows and lists. */
  small?: boolean;
}

/** The yellow dot that marks every approximate value. */
export function ApproximateDot({ approx, format = wholeNumber, passive = false, small = false }: ApproximateDotProps) {
  if (!approx) return null;
  const bounds = format && boundsSentence(approx, format);
  const lines = [...(bounds ? [bounds] : []), ...reasonSentences(approx)];
  const tip = (
    <span className={styles.reasons}>
      <b>Approximate</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
  return (
    <Tooltip text={tip} describes={false} opensOnClick={!passive}>
      {passive ? (
        <span className={styles.dot} data-small={small || undefined} role="img" aria-label="approximate" />
      ) : (
        <button
          type="button"
          className={styles.dot}
          data-small={small || undefined}
          aria-label={['Approximate.', ...lines].join(' ')}
        />
      )}
    </Tooltip>
  );
}
