import { createGithub } from '../../clients/github/github.ts';
import { GithubError } from '../../clients/github/github-error.ts';
import { PaymentError } from '../../clients/payment-provider/payment-error.ts';
import { createPaymentProvider } from '../../clients/payment-provider/payment-provider.ts';
import type { Config } from '../../config/config.ts';
import { revealAccess } from '../../config/github.ts';
import type { Database } from '../../database/database.ts';
import { listPricedPlans } from '../../features/subscription/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { error, ok, unreachable, warning, type Check } from './check.ts';

type Stripe = NonNullable<Config['stripe']>;

/** Checks the key, the customer portal and, with a database, the plans' prices. */
export async function* checkStripe(
  { secretKey, webhookSecret, baseUrl }: Pick<Stripe, 'secretKey' | 'webhookSecret' | 'baseUrl'>,
  { db, appUrl, production }: { db: Database | null; appUrl: string; production: boolean },
): AsyncGenerator<Check> {
  const area = 'Stripe';
  const provider = createPaymentProvider({ secretKey: secretKey.reveal(), baseUrl });
  try {
    const prices = await provider.listPrices();
    yield ok(area, 'It accepts STRIPE_SECRET_KEY');
    if (production && /^\w+_test_/.test(secretKey.reveal()))
      yield warning(area, 'STRIPE_SECRET_KEY is a test key: no real payments', 'Use the live key to sell plans.');
    if (prices.length === 0)
      yield warning(
        area,
        'It has no active monthly or yearly price',
        'Create products with recurring prices in Stripe.',
      );
    if (!(await provider.hasPortalSettings()))
      yield warning(
        area,
        'The customer portal is not set up',
        'Save its settings in Stripe under Settings → Billing → Customer portal.',
      );
    if (db)
      yield* checkPlans(
        db,
        prices.map(({ id }) => id),
      );
  } catch (cause) {
    if (!(cause instanceof PaymentError)) throw cause;
    if (cause.kind === 'key')
      yield error(
        area,
        `It rejects STRIPE_SECRET_KEY: ${cause.message.slice(0, 200)}`,
        'Copy the key from Stripe under Developers → API keys.',
      );
    else
      yield unreachable(
        area,
        'It cannot be reached',
        cause.cause ?? cause,
        'Check the network and STRIPE_API_BASE_URL.',
      );
  }
  if (webhookSecret) yield ok(area, 'STRIPE_WEBHOOK_SECRET is set');
  else
    yield warning(
      area,
      'STRIPE_WEBHOOK_SECRET is not set: payments take effect with a delay of up to a day',
      `Add the webhook ${appUrl}/api/v1/webhooks/stripe in Stripe and copy its signing secret.`,
    );
}

async function* checkPlans(db: Database, priceIds: readonly string[]): AsyncGenerator<Check> {
  const area = 'Stripe';
  const plans = (await listPricedPlans(db)).filter(({ id }) => id !== 'free');
  const sold = plans.filter(({ priceId }) => priceId !== null);
  const lost = sold.filter(({ priceId }) => priceId !== null && !priceIds.includes(priceId));
  if (sold.length === 0)
    yield warning(area, 'No plan has a price yet, so none is for sale', 'Choose prices on System → Stripe.');
  else yield ok(area, `${sold.length} of ${plans.length} plans have a price`);
  for (const { name } of lost)
    yield error(area, `The price of the plan ${name} is not active in Stripe`, 'Choose another on System → Stripe.');
}

type GithubConfig = Omit<NonNullable<Config['github']>, 'webhookSecret'>;

/** Reads a page of the repository's issues. */
export async function checkGithub({ apiBaseUrl, repository, access }: GithubConfig): Promise<Check> {
  const area = 'GitHub';
  const github = createGithub({ apiBaseUrl, repository, access: revealAccess(access), clock: systemClock });
  try {
    await github.readPage({ label: 'roadmap', state: 'open', page: 1, etag: null });
    return ok(
      area,
      `The issues of ${repository} can be read; the first feature request shows whether they can be written`,
    );
  } catch (cause) {
    if (!(cause instanceof GithubError)) throw cause;
    return unreachable(
      area,
      `The issues of ${repository} cannot be read`,
      cause.kind === 'transient' && cause.cause ? cause.cause : cause,
      access.kind === 'token'
        ? 'Give GITHUB_TOKEN read and write access to issues of GITHUB_REPOSITORY, and enable issues there.'
        : 'Install the GitHub App in GITHUB_REPOSITORY with read and write access to issues, and enable issues there.',
    );
  }
}
