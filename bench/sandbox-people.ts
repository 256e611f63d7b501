import type { TestClient } from '../apps/server/test/test-client.ts';
import type { Parts } from './start-parts.ts';

export async function givePlan(app: Parts, client: TestClient, plan: string): Promise<void> {
  const { user } = await client.load();
  await (await app.as('olu@sandbox.test')).setPlan(user._id, plan);
}

export async function connect(app: Parts, client: TestClient, email: string): Promise<void> {
  const { code } = await app.control<{ code: string }>('meta/code', { method: 'POST', body: { email } });
  await client.connectMeta(code);
}
