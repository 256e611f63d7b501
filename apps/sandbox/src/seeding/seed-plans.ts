import { z } from 'zod';
import type { Billing } from '../payment-provider/billing.ts';
import { prices } from '../payment-provider/price-list.ts';
import type { Person, PersonKey } from '../world/people.ts';
import type { ProductApi } from './product-api.ts';

const Loaded = z.looseObject({ user: z.looseObject({ _id: z.string() }) });

export interface Seeded {
  person: Person;
  api: ProductApi;
  userId: string;
}

interface Story {
  plan: 'starter' | 'pro' | 'agency';
  /** Days until the paid period ends; negative if it has ended. */
  endsInDays: number;
  isCancelling?: boolean;
}

/** Free Fiona has no subscription. */
const stories: Partial<Record<PersonKey, Story>> = {
  maya: { plan: 'pro', endsInDays: 24 },
  theo: { plan: 'starter', endsInDays: 27 },
  cal: { plan: 'pro', endsInDays: 12, isCancelling: true },
  nadia: { plan: 'starter', endsInDays: -9 },
  ines: { plan: 'agency', endsInDays: 18 },
  olu: { plan: 'pro', endsInDays: 30 },
  edgar: { plan: 'starter', endsInDays: 15 },
};

const day = 86_400_000;

export async function loadUser(person: Person, api: ProductApi): Promise<Seeded> {
  const { user } = await api.call('POST', '/user/load', Loaded, {});
  return { person, api, userId: user._id };
}

const Plans = z.looseObject({
  plans: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      price: z.unknown(),
      accountLimits: z.unknown(),
      roadmapAccess: z.unknown(),
    }),
  ),
});

/** Assigns prices to the plans, as an operator would; a plan that has a price stays unchanged. */
export async function seedPrices(operator: ProductApi): Promise<void> {
  const { plans } = await operator.call('GET', '/plans', Plans);
  for (const { id, name, price, accountLimits, roadmapAccess } of plans) {
    const monthly = prices.find((candidate) => candidate.id === `price_sandbox_${id}_month`);
    if (!monthly || price) continue;
    const body = { name, accountLimits, roadmapAccess, priceId: monthly.id };
    await operator.call('PUT', `/admin/plans/${encodeURIComponent(id)}`, z.unknown(), body);
  }
}

/**
 * Buys the plan in the person's story. Existing customers stay unchanged, except Cal, whose last day must be in the
 * future.
 */
export async function seedPlan(billing: Billing, { person, api, userId }: Seeded, now: number): Promise<boolean> {
  const story = stories[person.key];
  if (!story || hasPaid(billing, userId, { again: story.isCancelling === true })) return false;
  const { url } = await api.call('POST', '/subscription/checkout', z.object({ url: z.string() }), { plan: story.plan });
  const end = now + story.endsInDays * day;
  const { id } = billing.pay(url.split('/').at(-1) ?? '', { periodEnd: end });
  if (story.isCancelling) billing.cancelLater(id);
  if (end <= now) billing.cancelNow(id, end);
  await api.call('POST', '/subscription/refresh', z.unknown(), {});
  return true;
}

function hasPaid({ books }: Billing, userId: string, { again }: { again: boolean }): boolean {
  const customer = Object.values(books.customers).find(({ metadata }) => metadata['user'] === userId);
  return Object.values(books.subscriptions).some(
    (subscription) => subscription.customer === customer?.id && !(again && subscription.status === 'canceled'),
  );
}
