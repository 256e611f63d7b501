import type { MetaSetup } from '@tidemark/contract';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Fact, Facts } from '#web/ui/facts.tsx';
import { InstagramForm } from './instagram-form.tsx';
import styles from './meta.module.css';
import { SettingsList } from './settings-list.tsx';

/** Connects the installation to its Instagram app, which accounts without a Facebook page need. */
export function InstagramCards({ instagram: { app, settings } }: Pick<MetaSetup, 'instagram'>) {
  return (
    <div className={styles.columns}>
      <Card title="Accounts without a Facebook Page" sub={app ? 'At Meta' : 'Optional: another app at Meta'}>
        <p className={styles.note}>
          For accounts of your own, no review by Meta is needed: add them under App roles → Instagram testers. Others
          can connect once Meta has granted advanced access.
        </p>
        <SettingsList settings={settings} />
      </Card>
      {app ? (
        <Card title="Instagram app" sub="Changed on the server only" tools={<Chip tone="good">Configured</Chip>}>
          <Facts>
            <Fact label="Instagram app ID">
              <code>{app.id}</code>
            </Fact>
          </Facts>
        </Card>
      ) : (
        <Card title="Instagram app" sub="We check the ID with Instagram before saving">
          <InstagramForm />
        </Card>
      )}
    </div>
  );
}
