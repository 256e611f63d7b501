import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { newPlaces, startTidemark, type Tidemark } from '../apps/server/test/program/tidemark-process.ts';
import { newPage } from './browser.ts';
import { addPasskeyDevice, copyPasskeyDevice, removePasskeyDevice, type PasskeyDevice } from './passkey-device.ts';
import { startSeededTidemark } from './seeded-tidemark.ts';

export interface Person {
  name: string;
  /** Signs in on the provider's page. */
  signIn(page: Page): Promise<void>;
}

export interface RunningProvider {
  tidemark: Tidemark;
  /** Prefix shared by its pages' addresses. */
  pages: string;
  user: Person;
  /** Has the role `system-admin` in a claim. */
  operator: Person;
  /** Resolves when the page is the provider's, which asks who signs in. */
  waitForSignIn(page: Page): Promise<unknown>;
  /** Confirms to the provider that its session ends, where it asks. */
  confirmLogOut(page: Page): Promise<void>;
}

export interface SignInProvider {
  name: string;
  /** Reason why it cannot be tested here. */
  missing?: string;
  start(browser: Browser): Promise<RunningProvider>;
}

export const withoutMeta = { SANDBOX: 'off', META_APP_ID: '1', META_APP_SECRET: 'none', META_LOGIN_CONFIG_ID: '1' };
const noConfirmation = () => Promise.resolve();

const sandbox: SignInProvider = {
  name: 'the provider of the sandbox',
  async start() {
    const tidemark = await startSeededTidemark();
    const choose = (name: string): Person => ({
      name,
      signIn: (page) => page.getByRole('button', { name }).click(),
    });
    return {
      tidemark,
      pages: `${tidemark.sandboxUrl}/oidc/`,
      user: choose('Maya Lindqvist'),
      operator: choose('Olu Adeyemi'),
      waitForSignIn: (page) => page.getByText('Choose a user').waitFor(),
      confirmLogOut: noConfirmation,
    };
  },
};

export const operatorEmail = 'olu@tidemark.test';
export const password = 'four quiet herons wade';

const builtIn: SignInProvider = {
  name: 'the built-in provider',
  async start(browser) {
    const tidemark = await startTidemark(await newPlaces(), withoutMeta);
    const device = await addUsers(browser, tidemark);
    return {
      tidemark,
      pages: `${tidemark.url}/id/`,
      user: {
        name: 'Inês Moreira',
        async signIn(page) {
          // It chooses the email field's suggestion by itself, and would do so again after logging out.
          const copy = await copyPasskeyDevice(device, page);
          await page.getByText('This browser').waitFor();
          await removePasskeyDevice(copy);
        },
      },
      operator: {
        name: 'Olu Adeyemi',
        async signIn(page) {
          await page.getByLabel('Email').fill(operatorEmail);
          await page.getByLabel('Password', { exact: true }).fill(password);
          await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        },
      },
      waitForSignIn: (page) => page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor(),
      confirmLogOut: noConfirmation,
    };
  },
};

/** Signs in the built-in provider's first operator, with the link that the program prints. */
export async function addOperator(browser: Browser, tidemark: Tidemark) {
  const setupLink = /http:\/\/\S+\/join#\S+/.exec(tidemark.output())?.[0] ?? '';
  const operator = await newPage(browser);
  await operator.page.goto(setupLink);
  await operator.page.getByLabel('Name').fill('Olu Adeyemi');
  await operator.page.getByLabel('Email').fill(operatorEmail);
  await operator.page.getByLabel('Password', { exact: true }).fill(password);
  await operator.page.getByRole('button', { name: 'Create account' }).click();
  await operator.page.getByText('Olu Adeyemi').first().waitFor();
  return operator;
}

/** Adds the first operator, who invites a user, who prefers a passkey. */
async function addUsers(browser: Browser, tidemark: Tidemark): Promise<PasskeyDevice> {
  const operator = await addOperator(browser, tidemark);
  await operator.page.goto(`${tidemark.url}/system/users`);
  await operator.page.getByRole('button', { name: 'Invite' }).click();
  await operator.page.getByRole('textbox', { name: 'Email', exact: true }).fill('ines@tidemark.test');
  await operator.page.getByRole('button', { name: 'Create link' }).click();
  const invitation = await operator.page.getByLabel('Link', { exact: true }).inputValue();

  const invited = await newPage(browser);
  const device = await addPasskeyDevice(invited.page);
  await invited.page.goto(invitation);
  await invited.page.getByLabel('Name').fill('Inês Moreira');
  await invited.page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await invited.page.getByText('Inês Moreira').first().waitFor();
  await operator.page.context().close();
  return device;
}

/** The file that TEST_OIDC_PROVIDER names. Selectors are Playwright's. */
interface ForeignProvider {
  /** Tidemark's port in the client's redirect URI, such as 4411. */
  port: number;
  /** OIDC_ISSUER and what else Tidemark needs. */
  environment: Record<string, string> & { OIDC_ISSUER: string };
  user: Credentials;
  operator: Credentials;
  page: {
    username: string;
    password: string;
    /** Clicked after the password, for consent. */
    consent?: string;
    confirmLogOut?: string;
  };
}

interface Credentials {
  /** Name in the provider's `name` claim. */
  name: string;
  username: string;
  password: string;
}

const file = process.env['TEST_OIDC_PROVIDER'];

const foreign: SignInProvider = {
  name: 'a provider of another vendor',
  ...(!file && { missing: 'TEST_OIDC_PROVIDER names no file' }),
  async start() {
    // Written by whoever runs the test; a mistake in it fails the test.
    const {
      port,
      environment,
      user,
      operator,
      page: fields,
    } = JSON.parse(readFileSync(file ?? '', 'utf8')) as ForeignProvider;
    const tidemark = await startTidemark({ ...(await newPlaces()), port }, { ...withoutMeta, ...environment });
    const toPerson = ({ name, username, password: secret }: Credentials): Person => ({
      name,
      async signIn(page) {
        await page.locator(fields.username).fill(username);
        await page.locator(fields.password).fill(secret);
        await page.locator(fields.password).press('Enter');
        if (fields.consent) await page.locator(fields.consent).click();
      },
    });
    return {
      tidemark,
      pages: new URL(environment.OIDC_ISSUER).origin,
      user: toPerson(user),
      operator: toPerson(operator),
      waitForSignIn: (page) => page.waitForURL((url) => url.origin === new URL(environment.OIDC_ISSUER).origin),
      confirmLogOut: async (page) => {
        if (fields.confirmLogOut) await page.locator(fields.confirmLogOut).click();
      },
    };
  },
};

export const signInProviders = { sandbox, builtIn, foreign };
