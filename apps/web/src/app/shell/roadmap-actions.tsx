import { Link, useSearch } from '@tanstack/react-router';
import { Eye, EyeOff, Lightbulb } from 'lucide-react';
import { roadmapSearch, showsRequested } from '#web/features/roadmap/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import list from './account-list.module.css';
import { ClosedItem } from './closed-item.tsx';
import styles from './side-panel.module.css';

/** Shown in the side panel on the roadmap page. */
export function RoadmapActions() {
  const search = roadmapSearch(useSearch({ strict: false }));
  const mayAsk = useUser().user.roadmapAccess.add;
  const shown = showsRequested(search);
  const Icon = shown ? EyeOff : Eye;
  return (
    <section className={list.list} aria-label="Roadmap">
      <header className={list.head}>
        <h2 className={list.title}>Roadmap</h2>
      </header>
      {mayAsk ? (
        <Link to="/roadmap" search={{ ...search, action: 'request' }} className={styles.item} title="Request a Feature">
          <Lightbulb size={19} aria-hidden="true" />
          <span>Request a Feature</span>
        </Link>
      ) : (
        <ClosedItem icon={<Lightbulb size={19} aria-hidden="true" />} reason="Upgrade to participate">
          Request a Feature
        </ClosedItem>
      )}
      <Link
        to="/roadmap"
        search={{ showRequested: shown ? 'false' : 'true' }}
        replace
        className={styles.item}
        title={shown ? 'Hide Requested' : 'Show Requested'}
      >
        <Icon size={19} aria-hidden="true" />
        <span>{shown ? 'Hide Requested' : 'Show Requested'}</span>
      </Link>
    </section>
  );
}
