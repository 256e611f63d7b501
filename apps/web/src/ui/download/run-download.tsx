import type { DownloadedFile, DownloadWatch } from '#web/platform/download.ts';
import { bytesText } from '#web/platform/bytes-text.ts';
import { saveFile } from '#web/platform/save-file.ts';
import { openToast } from './open-toast.ts';

/** Shorter downloads are shown by their button only. */
const quietMilliseconds = 1_000;
const updateMilliseconds = 500;

interface RunningDownload {
  /** Names the download, as in 'Exporting Views'. */
  text: string;
  load: (watch: DownloadWatch) => Promise<DownloadedFile>;
  fallbackName: string;
}

/**
 * Downloads and saves a file. If that takes a while, a toast shows how much has arrived and offers to cancel. A
 * cancelled download resolves without a file.
 */
export async function runDownload({ text, load, fallbackName }: RunningDownload): Promise<void> {
  const cancelled = new AbortController();
  const progress = showProgress(text, () => cancelled.abort());
  try {
    const { content, name } = await load({ signal: cancelled.signal, onReceived: progress.update });
    saveFile(content, name ?? fallbackName);
  } catch (error) {
    if (!cancelled.signal.aborted) throw error;
  } finally {
    progress.end();
  }
}

function showProgress(text: string, onCancel: () => void) {
  const toast = openToast();
  let received = 0;
  let timer = setTimeout(show, quietMilliseconds);

  function show() {
    void toast.show(
      <>
        {text}…
        {received > 0 && (
          // Hidden from screen readers, which would announce it twice a second.
          <span aria-hidden="true"> {bytesText(received)}</span>
        )}
      </>,
      { label: 'Cancel', onClick: onCancel },
    );
    timer = setTimeout(show, updateMilliseconds);
  }

  return {
    update: (bytes: number) => void (received = bytes),
    end() {
      clearTimeout(timer);
      void toast.dismiss();
    },
  };
}
