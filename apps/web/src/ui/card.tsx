import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './card.module.css';

export interface Collapse {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** One grey line that explains the card. */
  sub?: ReactNode;
  tools?: ReactNode;
  headingLevel?: 2 | 3;
  /** Turns the title into a button that opens the card; closed, only the head is rendered. */
  collapse?: Collapse | null;
  /** Shows a thin line moving along the top while newer data loads. */
  refreshing?: boolean;
}

export function Card({
  title,
  sub,
  tools,
  headingLevel = 2,
  collapse = null,
  refreshing = false,
  className,
  children,
  ...rest
}: CardProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  const isClosed = collapse?.open === false;
  return (
    <section
      aria-labelledby={title ? id : undefined}
      {...rest}
      className={[styles.card, className].filter(Boolean).join(' ')}
      data-closed={isClosed || undefined}
    >
      {refreshing && <ProgressLine />}
      {(title || tools) && (
        <header className={styles.head}>
          <div className={styles.words}>
            {title && (
              <Heading className={styles.title} id={id}>
                {collapse ? <CollapseButton {...collapse}>{title}</CollapseButton> : title}
              </Heading>
            )}
            {sub && <p className={styles.sub}>{sub}</p>}
          </div>
          {tools && !isClosed && <div className={styles.tools}>{tools}</div>}
        </header>
      )}
      {!isClosed && <div className={styles.body}>{children}</div>}
    </section>
  );
}

function CollapseButton({ open, onOpenChange, children }: Collapse & { children: ReactNode }) {
  return (
    <button type="button" className={styles.collapse} aria-expanded={open} onClick={() => onOpenChange(!open)}>
      {children}
      <ChevronDown size={18} className={styles.chevron} aria-hidden="true" />
    </button>
  );
}

export function ProgressLine() {
  return <div className={styles.progress} data-refreshing aria-hidden="true" />;
}
