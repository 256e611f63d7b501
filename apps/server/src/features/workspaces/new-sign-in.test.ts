import { acceptInvitation, createInvitation, inviteMember, listAccounts, openInvitation } from '@tidemark/contract';
import { afterEach, expect, it } from 'vitest';
import {
  goodPassword,
  joinAsOperator,
  openSignInBrowser,
  startBuiltInApp,
  toToken,
} from '../../../test/built-in-sign-in.ts';
import { takeLinkFrom, waitForMail } from '../../../test/mailbox.ts';
import type { TestApp } from '../../../test/start-test-app.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

const email = 'noor@studio.test';
const body = { email, role: 'viewer' } as const;

it('lets a new person set up their sign-in from the mail, and accept', async () => {
  app = await startBuiltInApp({ work: true });
  const owner = await joinAsOperator(app);
  const { link, isMailed } = await owner.call(inviteMember, { body });
  const { newSignIn } = await owner.call(openInvitation, { body: { token: toToken(link) } });
  const mailed = takeLinkFrom(await waitForMail(app, email));

  expect([isMailed, newSignIn, mailed.pathname]).toEqual([true, 'mail', '/join']);
  const accept = new URL(mailed.searchParams.get('returnTo') ?? '', app.url);
  expect(`${accept.pathname} ${accept.searchParams.get('tab')}`).toBe('/profile team');
  const person = await openSignInBrowser(app).join(mailed.href, { email: '', name: 'Noor', password: goodPassword });
  const { workspace } = await person.call(acceptInvitation, {
    body: { token: accept.searchParams.get('invitation') ?? '' },
  });
  await person.inWorkspace(workspace.id).call(listAccounts, {});
});

it('199: shows the inviter neither a link that creates a sign-in nor whether there is one', async () => {
  app = await startBuiltInApp();
  const owner = await joinAsOperator(app);
  const answer = await owner.call(inviteMember, { body });
  const token = toToken(answer.link);

  expect(JSON.stringify([answer, await owner.call(openInvitation, { body: { token } })])).not.toContain('/join');
  await expect(
    openSignInBrowser(app).join(answer.link, { email: '', name: 'Impostor', password: goodPassword }),
  ).rejects.toThrow('link_invalid');
});

it('leaves new sign-ins to operators without mail', async () => {
  app = await startBuiltInApp({ environment: { SMTP_URL: '', MAIL_FROM: '' } });
  const owner = await joinAsOperator(app);
  const { link, isMailed } = await owner.call(inviteMember, { body });
  const open = () => owner.call(openInvitation, { body: { token: toToken(link) } });

  expect(isMailed).toBe(false);
  expect((await open()).newSignIn).toBe('operator');
  const invitation = await owner.call(createInvitation, { body: { email, role: 'user' } });
  await openSignInBrowser(app).join(invitation.link, { email: '', name: 'Noor', password: goodPassword });
  expect((await open()).newSignIn).toBe('operator');
});
