import type { RoadmapFeature, RoadmapStatus } from '@tidemark/contract';
import { CalendarCheck, CalendarClock, CircleCheck, Compass, Hammer } from 'lucide-react';
import { dateLabel } from '#web/platform/format.ts';
import { Chip, type ChipTone } from '#web/ui/chip.tsx';
import { Markdown } from './markdown.tsx';
import styles from './roadmap.module.css';

export const statusLooks = {
  completed: { label: 'Completed', tone: 'good', icon: CircleCheck },
  'in-progress': { label: 'In Development', tone: 'accent', icon: Hammer },
  planned: { label: 'Planned', tone: 'neutral', icon: Compass },
} as const satisfies Record<RoadmapStatus, { label: string; tone: ChipTone; icon: typeof Hammer }>;

export function FeatureCard({ feature }: { feature: RoadmapFeature }) {
  const { label, tone, icon: Icon } = statusLooks[feature.status];
  return (
    <li className={styles.card}>
      <Chip tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
        {label}
      </Chip>
      <h2 className={styles.name} title={feature.title} dir="auto">
        {feature.title}
      </h2>
      <div className={styles.description} dir="auto">
        <Markdown text={feature.description} />
      </div>
      <FeatureDate feature={feature} />
    </li>
  );
}

function FeatureDate({ feature: { completedDate, estimatedCompletion } }: { feature: RoadmapFeature }) {
  if (completedDate)
    return (
      <p className={styles.date}>
        <CalendarCheck size={15} aria-hidden="true" />
        Completed: {dateLabel(completedDate)}
      </p>
    );
  if (!estimatedCompletion) return null;
  return (
    <p className={styles.date}>
      <CalendarClock size={15} aria-hidden="true" />
      Expected: {dateLabel(estimatedCompletion)}
    </p>
  );
}
