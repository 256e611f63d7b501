import { createContext, type ReactNode, useContext, useId, useState } from 'react';
import styles from './guide.module.css';

interface GuidePartText {
  id: string;
  name: string;
  text: string;
}

interface GuideProps {
  intro: ReactNode;
  /** Follows the introduction, such as a button. */
  action?: ReactNode;
  /** A sample card, its elements wrapped in `GuidePart`. */
  sample: ReactNode;
  parts: readonly GuidePartText[];
}

interface Active {
  active: string | null;
  setActive: (id: string | null) => void;
  toId: (part: string) => string;
}
const ActivePart = createContext<Active>({ active: null, setActive: () => {}, toId: (part) => part });

/** A guide dialog's content: one annotated sample, and a sentence for each element. */
export function Guide({ intro, action, sample, parts }: GuideProps) {
  const id = useId();
  const [active, setActive] = useState<string | null>(null);
  const toId = (part: string) => `${id}-${part}`;
  return (
    <ActivePart value={{ active, setActive, toId }}>
      <div className={styles.guide}>
        <div className={styles.intro}>
          <p>{intro}</p>
          {action}
        </div>
        <div className={styles.stage}>
          <div className={styles.sample}>{sample}</div>
        </div>
        <dl className={styles.parts} aria-live="polite">
          {parts.map((part) => (
            <div
              key={part.id}
              className={styles.explanation}
              data-active={active === part.id}
              onPointerEnter={() => setActive(part.id)}
              onPointerLeave={() => setActive(null)}
            >
              <dt>{part.name}</dt>
              <dd id={toId(part.id)}>{part.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </ActivePart>
  );
}

interface GuidePartProps {
  id: string;
  /** The element's name, if its text does not contain it. */
  label?: string;
  children: ReactNode;
}

/** A sample element that is explained on hover and focus. */
export function GuidePart({ id, label, children }: GuidePartProps) {
  const { active, setActive, toId } = useContext(ActivePart);
  return (
    <button
      type="button"
      aria-label={label}
      aria-describedby={toId(id)}
      className={styles.part}
      data-active={active === id}
      onPointerEnter={() => setActive(id)}
      onPointerLeave={() => setActive(null)}
      onFocus={() => setActive(id)}
      onBlur={() => setActive(null)}
      onClick={() => setActive(id)}
    >
      {children}
    </button>
  );
}
