import type { FollowerDemographics, PreferredFormat } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { AtSign, CircleDashed, Clapperboard, Hash, Image, Images, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { useFailureToast } from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { Button } from '#web/ui/button.tsx';
import { DrawnAvatar } from '#web/ui/drawn-avatar.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { activityQuery, topFormatQuery } from '../audience-activity/activity.query.ts';
import { topNames, withoutNames } from '../audience-activity/top-names.ts';
import styles from './demographics-card.module.css';
import { typicalFollower, type TypicalFollower } from './typical-follower.ts';

const formatIcons: Record<PreferredFormat, typeof Image> = {
  Reels: Clapperboard,
  Carousels: Images,
  Stories: CircleDashed,
  'Static posts': Image,
};

/** Shows the largest segments as one person; `null` when Instagram reports nothing, undefined while loading. */
export function AvatarView({ demographics }: { demographics: FollowerDemographics | null | undefined }) {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const activity = useQuery(activityQuery(accountIds, period));
  const format = useQuery(topFormatQuery(accountIds, period));
  useFailureToast(format.error, 'Unable to retrieve preferred media format');

  if (demographics === null) return <TooFew />;
  if (!demographics || (activity.isPending && !activity.error)) return <AvatarSkeleton />;
  const follower = typicalFollower(demographics, activity.data?.followersPeak ?? null);
  const preferred = format.data?.preferredFormat ?? 'Reels';
  const FormatIcon = formatIcons[preferred];
  const { hashtags = {}, mentions = {}, collabs = {} } = activity.data ?? {};
  const similar = topNames(withoutNames(mentions, collabs), '@');
  const failed = activity.data === undefined && activity.isError;
  return (
    <div className={styles.avatar} data-picture>
      <div className={styles.person}>
        <span className={styles.face} aria-hidden="true">
          <DrawnAvatar isPerson name={`${follower.person} ${follower.age} ${follower.country}`} />
        </span>
        <Sentence follower={follower} activityFailed={failed} />
      </div>
      <dl className={styles.facts}>
        <Fact icon={<FormatIcon size={17} />} name="Preferred media format">
          {format.isPending && !format.error ? (
            <Skeleton width={80} height={16} />
          ) : format.data?.preferredFormat ? (
            preferred
          ) : (
            <Placeholder>{preferred}</Placeholder>
          )}
        </Fact>
        {(failed || similar.length > 0) && (
          <Names icon={<AtSign size={17} />} name="Similar accounts" names={failed ? null : similar} />
        )}
        <Names icon={<Users size={17} />} name="Collaborations" names={failed ? null : topNames(collabs, '@')} />
        <Names icon={<Hash size={17} />} name="Top hashtags" names={failed ? null : topNames(hashtags, '#')} />
      </dl>
      {failed && (
        <div className={styles.retry}>
          <Button size="small" onClick={() => void activity.refetch()}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

function Sentence({ follower, activityFailed }: { follower: TypicalFollower; activityFailed: boolean }) {
  const { person, age, country, city, weekday, band, hour, placeholders } = follower;
  const part = (name: 'age' | 'country' | 'city', text: string) =>
    placeholders.has(name) ? <Placeholder>{text}</Placeholder> : <b>{text}</b>;
  return (
    <p className={styles.sentence}>
      Your typical follower is <b>{person}</b> of {part('age', age)} in {part('country', country)}, with{' '}
      {part('city', city)} ahead of all other cities
      {activityFailed ? (
        '.'
      ) : weekday ? (
        <>
          , and most active on <b>{weekday}s</b> <b>{band}</b>, around <b>{hour}</b>.
        </>
      ) : (
        <>
          , and perhaps most active{' '}
          <Placeholder>
            {band}, around {hour}
          </Placeholder>
          .
        </>
      )}
    </p>
  );
}

/** Marks a value that Instagram does not report, so that it does not look like a fact. */
function Placeholder({ children }: { children: ReactNode }) {
  return (
    <Tooltip text="Placeholder: no data for this yet">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach its tooltip or scroll area */}
      <span className={styles.placeholder} tabIndex={0}>
        {children}
      </span>
    </Tooltip>
  );
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <span className={styles.factIcon} aria-hidden="true">
        {icon}
      </span>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface NamesProps {
  icon: ReactNode;
  name: string;
  /** Null if they could not be loaded, unlike an empty list. */
  names: readonly { name: string }[] | null;
}

function Names({ icon, name, names }: NamesProps) {
  return (
    <Fact icon={icon} name={name}>
      {names === null ? (
        <span className={styles.none}>Could not load</span>
      ) : names.length === 0 ? (
        <span className={styles.none}>None in this range</span>
      ) : (
        <span className={styles.tags}>
          {names.map((one) => (
            <span key={one.name} className={styles.tag} dir="auto">
              {one.name}
            </span>
          ))}
        </span>
      )}
    </Fact>
  );
}

function TooFew() {
  return (
    <div className={styles.tooFew}>
      <span className={styles.face} data-pale aria-hidden="true">
        <DrawnAvatar isPerson name="nobody yet" />
      </span>
      <p className={styles.tooFewTitle}>No demographic data available</p>
      <p>
        Instagram provides follower demographics for accounts with more than 100 followers, and engagement demographics
        with more than 100 unique engagements in the timeframe.
      </p>
      <p>Keep posting and replying: every new follower brings you closer.</p>
    </div>
  );
}

function AvatarSkeleton() {
  return (
    <div className={styles.avatar} aria-hidden="true">
      <div className={styles.person}>
        <Skeleton width={72} height={72} radius={22} />
        <span className={styles.lines}>
          <Skeleton height={16} />
          <Skeleton height={16} />
          <Skeleton width="70%" height={16} />
        </span>
      </div>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={44} radius={12} />
      ))}
    </div>
  );
}
