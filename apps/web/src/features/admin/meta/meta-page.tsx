import type { MetaSetup } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Fact, Facts } from '#web/ui/facts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PageHead } from '../page-head.tsx';
import system from '../system.module.css';
import { AppForm } from './app-form.tsx';
import { InstagramCards } from './instagram-cards.tsx';
import styles from './meta.module.css';
import { metaQuery } from './meta.query.ts';
import { SettingsList } from './settings-list.tsx';

/** Connects the installation to its Meta app; later, lists the values entered at Meta. */
export function MetaPage() {
  const { data, error, isFetching, refetch } = useQuery(metaQuery);
  return (
    <div className={system.page}>
      <PageHead title="Meta">
        {data?.app === null
          ? 'Tidemark syncs through your own Meta app. Create it, enter these settings, then connect it here.'
          : 'The Meta app Tidemark syncs through, and its settings at Meta.'}{' '}
        {data?.app === null && <Link to="/system">See what comes next.</Link>}
        {data?.app && <Link to="/system/meta/compare">See how its numbers compare with the Instagram app.</Link>}
      </PageHead>
      {data ? (
        <>
          <div className={styles.columns}>
            <Card title="At Meta" sub="In the order of its pages">
              <p className={styles.note}>
                For accounts of your own, no review by Meta is needed: give everyone who connects a role in the app.
                Other people can connect once Meta has granted advanced access.
              </p>
              <SettingsList settings={data.settings} />
            </Card>
            <AppCard setup={data} />
          </div>
          {(data.app ?? data.instagram.app) && <InstagramCards instagram={data.instagram} />}
        </>
      ) : error ? (
        <Card>
          <EmptyState
            title="Could not load the settings"
            action={
              <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        </Card>
      ) : (
        <div className={styles.columns} aria-busy="true">
          <Skeleton height={620} radius={20} />
          <Skeleton height={420} radius={20} />
        </div>
      )}
    </div>
  );
}

function AppCard({ setup: { app, graphVersion } }: { setup: MetaSetup }) {
  if (app)
    return (
      <Card title="In Tidemark" sub="Changed on the server only" tools={<Chip tone="good">Configured</Chip>}>
        <Facts>
          <Fact label="App ID">
            <code>{app.id}</code>
          </Fact>
          <Fact label="Login configuration">
            <code>{app.loginConfigId}</code>
          </Fact>
          <Fact label="Graph API version">
            <code>{graphVersion.requested}</code>
          </Fact>
        </Facts>
        {isUpgraded(graphVersion) && (
          <p className={styles.note} role="status">
            Meta answers with <code>{graphVersion.answered}</code> because it no longer serves{' '}
            <code>{graphVersion.requested}</code>. Metrics may be missing: update Tidemark.
          </p>
        )}
      </Card>
    );
  return (
    <Card title="In Tidemark" sub="We check these with Meta before saving">
      <AppForm />
    </Card>
  );
}

function isUpgraded({ requested, answered }: MetaSetup['graphVersion']): boolean {
  return answered !== null && answered !== requested;
}
