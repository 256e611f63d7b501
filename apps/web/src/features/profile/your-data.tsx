import { exportOwnData } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useConfig } from '#web/platform/config.ts';
import { download } from '#web/platform/download.ts';
import { Button } from '#web/ui/button.tsx';
import { LegalLinks } from '#web/ui/legal-links.tsx';
import { Card } from '#web/ui/card.tsx';
import { runDownload } from '#web/ui/download/run-download.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { DeleteEverything } from './delete-everything.tsx';
import styles from './your-data.module.css';

export function YourData() {
  const { hasLegalPages } = useConfig();
  const saving = useMutation({
    mutationFn: () =>
      runDownload({
        text: 'Downloading your data',
        load: (watch) => download(exportOwnData, {}, watch),
        fallbackName: 'tidemark.zip',
      }),
    onError: () => notify.error('Could not download your data. Try again in a moment.'),
  });
  return (
    <>
      <Card title="Download Your Data">
        <div className={styles.row}>
          <p>An archive with your profile, your plan and the metrics of every account you have linked, as CSV files.</p>
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            busy={saving.isPending}
            busyLabel="Preparing…"
            onClick={() => saving.mutate()}
          >
            Download
          </Button>
        </div>
      </Card>
      <Card title="Delete Everything">
        <div className={styles.row}>
          <p>
            Immediately deletes your user, your Meta login, your photo and the history of accounts that no one else has
            linked. This cannot be undone.
          </p>
          <DeleteEverything />
        </div>
      </Card>
      {hasLegalPages && <LegalLinks />}
    </>
  );
}
