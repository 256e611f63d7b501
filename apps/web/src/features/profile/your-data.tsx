import { exportOwnData } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { download } from '#web/platform/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { DeleteEverything } from './delete-everything.tsx';
import styles from './your-data.module.css';

export function YourData() {
  const saving = useMutation({
    mutationFn: () => download(exportOwnData),
    onSuccess: save,
    onError: () => notify.error('Your data could not be downloaded. Try again in a moment.'),
  });
  return (
    <>
      <Card title="Download Your Data">
        <div className={styles.row}>
          <p>
            One archive with your profile, your plan, and the figures of every account that you have linked, as tables
            that any spreadsheet opens.
          </p>
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            busy={saving.isPending}
            busyLabel="Preparing..."
            onClick={() => saving.mutate()}
          >
            Download
          </Button>
        </div>
      </Card>
      <Card title="Delete Everything">
        <div className={styles.row}>
          <p>
            Removes you, your Meta login and your photo at once, and with them the history of accounts that nobody else
            here has linked. It cannot be undone.
          </p>
          <DeleteEverything />
        </div>
      </Card>
    </>
  );
}

function save(archive: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(archive);
  link.download = `tidemark-${new Date().toISOString().slice(0, 10)}.zip`;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
