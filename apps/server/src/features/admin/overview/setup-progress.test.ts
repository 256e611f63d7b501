import { createInvitation, getSetupProgress } from '@tidemark/contract';
import { afterEach, expect, it } from 'vitest';
import { joinAsOperator, startBuiltInApp } from '../../../../test/built-in-sign-in.ts';
import type { TestApp } from '../../../../test/start-test-app.ts';
import { connect } from '../../../../test/world.ts';
import { recordBackup } from '../../../database/backup/last-backup.ts';

let app: TestApp;
afterEach(() => app.close());

it('is derived from what the operator has set up', async () => {
  app = await startBuiltInApp({ environment: { SMTP_URL: '', MAIL_FROM: '' } });
  const operator = await joinAsOperator(app);
  const read = () => operator.call(getSetupProgress, undefined);
  const nothing = {
    hasMetaApp: true,
    isConnected: false,
    accounts: 0,
    otherUsers: 0,
    sendsMail: false,
    backedUpAt: null,
  };
  expect(await read()).toEqual(nothing);

  await operator.call(createInvitation, { body: { email: 'ines@tidemark.test', role: 'user' } });
  await connect(app, operator, 'olu@sandbox.test');
  const at = new Date();
  await recordBackup(app.db, { startedAt: at, finishedAt: at });

  expect(await read()).toEqual({ ...nothing, isConnected: true, otherUsers: 1, backedUpAt: at.toISOString() });
});
