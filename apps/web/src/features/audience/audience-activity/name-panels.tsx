import { AtSign, Hash, Users } from 'lucide-react';
import { useState } from 'react';
import { Accordion } from '#web/ui/accordion.tsx';
import { ShareList } from '#web/ui/share-list.tsx';
import { plural } from '#web/platform/format.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { countTied, cutListText } from '../cut-list-text.ts';
import styles from './activity-card.module.css';
import { type NamedShare, namePanels, type NamePanel, openPanel, shownNames } from './top-names.ts';

const panels = {
  hashtags: { title: 'Hashtags', icon: Hash },
  mentions: { title: 'Mentions', icon: AtSign },
  collabs: { title: 'Collaborations', icon: Users },
};

/** Names in the posts, most used first. The first panel with content is open until another is selected. */
export function NamePanels({ names }: { names: Record<NamePanel, readonly NamedShare[]> }) {
  const [chosen, setChosen] = useState<NamePanel | 'none' | null>(null);
  const filled = namePanels.filter((panel) => names[panel].length > 0);
  const open = openPanel(chosen, filled);
  return (
    <div>
      {namePanels.map((panel) => {
        const { title, icon: Icon } = panels[panel];
        const all = names[panel];
        const cut = cutListText({
          shown: shownNames,
          all: all.length,
          tied: countTied(
            all.map(({ count }) => count),
            shownNames,
          ),
        });
        return (
          <Accordion
            key={panel}
            title={title}
            aside={all.length === 0 ? 'none' : undefined}
            icon={<Icon size={16} aria-hidden="true" />}
            open={open === panel}
            disabled={all.length === 0}
            onOpenChange={(opens) => setChosen(opens ? panel : 'none')}
          >
            <ShareList
              label={title}
              rows={all.slice(0, shownNames).map(({ name, count, share }) => ({
                key: name,
                name: (
                  <Tooltip text={`In ${count} ${plural(count, 'post')}`}>
                    <span>{name}</span>
                  </Tooltip>
                ),
                percent: share,
                text: `${Math.round(share)}%`,
              }))}
            />
            {cut && <p className={styles.cut}>{cut}</p>}
          </Accordion>
        );
      })}
    </div>
  );
}
