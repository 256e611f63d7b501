import type { AccountId } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { periodSearch } from '#web/features/periods/index.ts';
import styles from './neighbours.module.css';

interface NeighboursProps {
  label: string;
  accountId: AccountId;
  /** Media IDs. */
  previous: string | null | undefined;
  next: string | null | undefined;
}

/** Links to the posts before and after one. */
export function Neighbours({ label, accountId, previous, next }: NeighboursProps) {
  const linkTo = (mediaId: string, text: ReactNode) => (
    <Link
      to="/account/$id/post/$mediaId"
      params={{ id: accountId, mediaId }}
      search={periodSearch}
      className={styles.neighbour}
    >
      {text}
    </Link>
  );
  return (
    <nav className={styles.neighbours} aria-label={label}>
      {previous &&
        linkTo(
          previous,
          <>
            <ChevronLeft size={16} aria-hidden="true" /> Previous
          </>,
        )}
      {next &&
        linkTo(
          next,
          <>
            Next <ChevronRight size={16} aria-hidden="true" />
          </>,
        )}
    </nav>
  );
}
