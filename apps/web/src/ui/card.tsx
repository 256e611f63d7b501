import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './card.module.css';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** One grey line that explains the card. */
  sub?: ReactNode;
  tools?: ReactNode;
  headingLevel?: 2 | 3;
  /** Newer data is loading while the old is shown: a thin line moves along the top. */
  refreshing?: boolean;
}

export function Card({
  title,
  sub,
  tools,
  headingLevel = 2,
  refreshing = false,
  className,
  children,
  ...rest
}: CardProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <section
      aria-labelledby={title ? id : undefined}
      {...rest}
      className={[styles.card, className].filter(Boolean).join(' ')}
    >
      {refreshing && <ProgressLine />}
      {(title || tools) && (
        <header className={styles.head}>
          <div className={styles.words}>
            {title && (
              <Heading className={styles.title} id={id}>
                {title}
              </Heading>
            )}
            {sub && <p className={styles.sub}>{sub}</p>}
          </div>
          {tools && <div className={styles.tools}>{tools}</div>}
        </header>
      )}
      <div className={styles.body}>{children}</div>
    </section>
  );
}

export function ProgressLine() {
  return <div className={styles.progress} data-refreshing aria-hidden="true" />;
}
