import { chooseWorkspace, sessionHeader } from '@tidemark/contract';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { notify } from '#web/ui/toaster.tsx';

/** Opens the dashboard of another workspace. A new page, because nothing on this one belongs there. */
export async function switchWorkspace(workspaceId: string): Promise<void> {
  try {
    await call(chooseWorkspace, { body: { workspaceId }, headers: { [sessionHeader]: '1' } });
    window.location.assign('/');
  } catch (error) {
    notify.error(getServerMessage(error, 'Could not switch the workspace. Try again in a moment.'));
  }
}
