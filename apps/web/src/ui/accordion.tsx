import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './accordion.module.css';

interface AccordionProps {
  title: ReactNode;
  /** Shown to the right of the title, such as a number. */
  aside?: ReactNode;
  icon?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  disabled?: boolean;
  headingLevel?: 3 | 4;
  children: ReactNode;
}

/** A collapsible panel. The parent decides which ones are open. */
export function Accordion({
  title,
  aside,
  icon,
  open,
  onOpenChange,
  disabled = false,
  headingLevel = 3,
  children,
}: AccordionProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={styles.accordion} data-open={open || undefined}>
      <Heading className={styles.heading}>
        <button
          type="button"
          id={`${id}-title`}
          className={styles.title}
          aria-expanded={open}
          aria-controls={`${id}-panel`}
          disabled={disabled}
          onClick={() => onOpenChange(!open)}
        >
          {icon && <span className={styles.icon}>{icon}</span>}
          <span className={styles.words}>{title}</span>
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
          <ChevronDown size={17} className={styles.chevron} aria-hidden="true" />
        </button>
      </Heading>
      <div id={`${id}-panel`} role="region" aria-labelledby={`${id}-title`} className={styles.panel} hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}
