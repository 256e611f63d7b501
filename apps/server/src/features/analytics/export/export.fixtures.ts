import { type EndpointRequest, exportFigures } from '@tidemark/contract';
import { startTestApp } from '../../../../test/start-test-app.ts';
import { connect, getWorldAccount, startSynced, worldToday } from '../../../../test/world.ts';

export type ExportBody = EndpointRequest<typeof exportFigures>['body'];

/** A row as another program reads it. */
export type Cells = Record<string, unknown>;

const day = 86_400_000;

/** Starts with a user and a synced account, exporting its last two weeks by default: metrics, as JSON. */
export async function startExporting(email = 'maya@sandbox.test') {
  const app = await startTestApp({ work: false });
  const worker = await app.startWorker();
  const { client, account } = await startSynced(app, email);
  // A later sync would change a post between the page and the export that a test compares with it.
  await worker.close();
  // It ends with the running day, so that values are approximate.
  const today = Date.parse(await worldToday(app));
  const start = (days: number) => new Date(today - days * day).toISOString();
  const end = (days: number) => new Date(today - (days - 1) * day - 1).toISOString();
  /** The last days, or those up to an earlier day, and as many before them. */
  const lastDays = (days: number, daysBefore = 0) => ({
    cStart: start(daysBefore + days - 1),
    cEnd: end(daysBefore),
    pStart: start(daysBefore + 2 * days - 1),
    pEnd: end(daysBefore + days),
  });
  const range = lastDays(14);

  function send(
    body: Partial<ExportBody>,
    { token = client.token, signal }: { token?: string; signal?: AbortSignal } = {},
  ) {
    return fetch(`${app.url}/api/v1${exportFigures.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ format: 'json', sections: ['metrics'], ...range, accountIds: [account.id], ...body }),
      ...(signal && { signal }),
    });
  }

  /** Returns a section's rows. */
  async function download(section: ExportBody['sections'][number], body: Partial<ExportBody> = {}): Promise<Cells[]> {
    const response = await send({ sections: [section], ...body });
    if (!response.ok) throw new Error(`The export was refused with ${response.status}`);
    const { sections } = (await response.json()) as { sections: Record<string, Cells[]> };
    return sections[section] ?? [];
  }

  /** Signs in a second user with their own account. */
  async function another() {
    const other = await app.withPlan('theo@sandbox.test', 'pro');
    await connect(app, other, 'theo@sandbox.test');
    const linked = await getWorldAccount(app, 'theo@sandbox.test');
    await other.link(linked.id);
    return { client: other, account: linked };
  }

  return { app, client, account, range, lastDays, send, download, another };
}
