import { addDays, type ReportChoice, reportSectionKinds, toUtcDay } from '@tidemark/contract';
import { startTestApp } from '../../../test/start-test-app.ts';
import { startSynced } from '../../../test/world.ts';

/** Starts with a user, a synced account, and its report with every section. */
export async function startReporting() {
  const app = await startTestApp({ pollIntervalSeconds: 0.2 });
  const { client, account } = await startSynced(app, 'maya@sandbox.test');
  const choice: ReportChoice = {
    title: 'Weekly report',
    accountIds: [account.id],
    range: { kind: 'last-days', days: 7 },
    comparison: 'previous-period',
    timeZone: 'Europe/Berlin',
    sections: reportSectionKinds.map((kind) => ({ kind, comment: '' })),
  };
  const daysAgo = (count: number) => addDays(toUtcDay(new Date()), -count);

  function load(path: string, { token = client.token, body }: { token?: string; body?: unknown } = {}) {
    return fetch(`${app.url}/api/v1${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  }

  return { app, client, account, choice, daysAgo, load };
}
