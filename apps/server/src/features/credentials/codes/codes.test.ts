import {
  addPasskey,
  createInvitation,
  getCredentials,
  removeCodes,
  removePasskey,
  requireCodes,
  startCodes,
  startPasskey,
} from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  goodPassword,
  joinAsOperator,
  openSignInBrowser,
  startBuiltInApp,
  toCode,
} from '../../../../test/built-in-sign-in.ts';
import { createSoftwarePasskey } from '../../../../test/software-passkey.ts';
import type { TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';

let app: TestApp;
let olu: TestClient;
const currentPassword = goodPassword;
const rejected = { status: 422, code: 'code_rejected' };

beforeAll(async () => {
  app = await startBuiltInApp();
  olu = await joinAsOperator(app);
});
afterAll(() => app.close());

/** Creates a user whose sign-in needs a code, with an earlier passkey. */
async function joinWithCodes(email: string) {
  const { link } = await olu.call(createInvitation, { body: { email, role: 'user' } });
  const own = await openSignInBrowser(app).join(link, { email: '', name: 'Ines', password: goodPassword });
  const passkey = createSoftwarePasskey();
  const { challenge } = await own.call(startPasskey, { body: { currentPassword } });
  const answer = passkey.register(challenge, { origin: app.url, rpId: 'localhost' });
  await own.call(addPasskey, { body: { passkey: answer, name: 'Laptop' } });
  const { secret } = await own.call(startCodes, { body: {} });
  const { recoveryCodes } = await own.call(requireCodes, { body: { secret, currentPassword, code: toCode(secret) } });
  return { own, passkey, codes: recoveryCodes };
}

it('194: a second factor is removed or replaced only with the current factor', async () => {
  const { own, passkey, codes } = await joinWithCodes('ines@tidemark.test');
  const { secret } = await own.call(startCodes, { body: {} });
  const another = { secret, currentPassword, code: toCode(secret) };
  const params = { id: passkey.id };

  await expect(own.call(removeCodes, { body: { currentPassword } })).rejects.toMatchObject(rejected);
  await expect(own.call(requireCodes, { body: another })).rejects.toMatchObject(rejected);
  await expect(own.call(startPasskey, { body: { currentPassword } })).rejects.toMatchObject(rejected);
  await expect(own.call(removePasskey, { params, body: { currentPassword } })).rejects.toMatchObject(rejected);
  expect(await own.call(getCredentials, {})).toMatchObject({ usesCodes: true, passkeys: [{ id: passkey.id }] });

  await own.call(removePasskey, { params, body: { currentPassword, currentCode: codes[0] } });
  await own.call(requireCodes, { body: { ...another, code: toCode(secret), currentCode: codes[1] } });
  expect(await own.call(getCredentials, {})).toMatchObject({ recoveryCodesLeft: 10, passkeys: [] });
});

it('194: a passkey cannot be removed without the password', async () => {
  const { own, passkey, codes } = await joinWithCodes('bea@tidemark.test');
  const remove = (body: object) => own.call(removePasskey, { params: { id: passkey.id }, body });

  await expect(remove({ currentCode: codes[0] })).rejects.toMatchObject({ code: 'password_wrong' });
  await expect(remove({})).rejects.toMatchObject({ code: 'password_wrong' });
});

it('194: guesses at the current code are slowed down', async () => {
  const { own } = await joinWithCodes('cal@tidemark.test');
  const answers: string[] = [];

  for (let turn = 0; turn < 10; turn += 1)
    answers.push(
      await own.call(removeCodes, { body: { currentPassword, currentCode: `00000${turn}` } }).then(
        () => 'removed',
        ({ code }: { code: string }) => code,
      ),
    );

  expect(answers.at(-1)).toBe('sign_in_blocked');
});
