import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { brandQuery, useSetColor } from './logo.query.ts';
import styles from './reports-page.module.css';

/** Shown in the field while there is no color. */
const suggested = '#5146e5';

/** Manages the color of all reports, which clients also see on their pages. */
export function BrandColor() {
  const saved = useQuery(brandQuery).data?.color ?? null;
  const [chosen, setChosen] = useState<string | null>(null);
  const save = useSetColor();
  const isChanged = chosen !== null && chosen !== saved;
  return (
    <fieldset className={styles.logo}>
      <legend>Color</legend>
      <label>
        <input type="color" value={chosen ?? saved ?? suggested} onChange={({ target }) => setChosen(target.value)} />
        {isChanged ? 'Not saved yet' : (saved ?? 'None')}
      </label>
      <div>
        {isChanged && (
          <Button
            size="small"
            busy={save.isPending}
            busyLabel="Saving…"
            onClick={() => save.mutate(chosen, { onSuccess: () => setChosen(null) })}
          >
            Save color
          </Button>
        )}
        {saved && !isChanged && (
          <Button
            size="small"
            busy={save.isPending}
            busyLabel="Removing…"
            aria-label="Remove color"
            onClick={() => save.mutate(null)}
          >
            Remove
          </Button>
        )}
      </div>
      <p>A band on all your reports, and on the pages that your clients see.</p>
    </fieldset>
  );
}
