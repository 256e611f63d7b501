import { notify } from '#web/ui/toaster.tsx';

/** Returns false if the browser does not allow it, such as on a page without HTTPS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notify.error('Could not copy it. Select the text and copy it yourself.');
    return false;
  }
}
