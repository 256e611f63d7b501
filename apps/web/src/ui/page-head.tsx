import type { ComponentProps, ReactNode } from 'react';
import styles from './page-head.module.css';

interface PageHeadProps extends Omit<ComponentProps<'header'>, 'title'> {
  /** Buttons in the corner, such as the export button. */
  actions?: ReactNode;
  icon?: ReactNode;
  title: ReactNode;
  /** Follows the title, such as the period. */
  detail?: ReactNode;
}

/** A page's title, and below it the sentence that sums the page up. */
export function PageHead({ actions, icon, title, detail, children, ...rest }: PageHeadProps) {
  return (
    <header {...rest} className={styles.head}>
      {actions && <div className={styles.actions}>{actions}</div>}
      <div className={styles.eyebrow}>
        {icon}
        <h1>{title}</h1>
        {detail && (
          <>
            <span aria-hidden="true">·</span>
            {detail}
          </>
        )}
      </div>
      <div className={styles.words}>{children}</div>
    </header>
  );
}

export function PageSentence({ children }: { children: ReactNode }) {
  return <p className={styles.sentence}>{children}</p>;
}

export function PageLede({ children }: { children: ReactNode }) {
  return <p className={styles.lede}>{children}</p>;
}

/** Reserves the lines of a sentence or lede, so that the cards below do not move. */
export function PagePlaceholder({ line = 'sentence', children }: { line?: 'sentence' | 'lede'; children: string }) {
  return (
    <p className={`${styles[line]} ${styles.placeholder}`} aria-hidden="true">
      {children}
    </p>
  );
}

/** The number in a page's sentence. */
export function PageFigure({ direction, children }: { direction?: 'up' | 'down'; children: ReactNode }) {
  return (
    <em className={styles.figure} data-direction={direction}>
      {children}
    </em>
  );
}
