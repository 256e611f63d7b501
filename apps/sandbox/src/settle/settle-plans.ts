import { z } from 'zod';
import type { Person, PersonKey } from '../world/people.ts';
import type { ProductApi } from './product-api.ts';

const Subscription = z.looseObject({
  status: z.string(),
  plan: z.string().nullish(),
  currentPeriodEnd: z.string().nullish(),
  cancelAt: z.string().nullish(),
});
type Subscription = z.infer<typeof Subscription>;

const Loaded = z.looseObject({
  user: z.looseObject({ _id: z.string(), subscription: z.nullish(Subscription) }),
});

export interface Settled {
  person: Person;
  api: ProductApi;
  userId: string;
  subscription: Subscription | null | undefined;
}

interface Plan {
  plan: 'free' | 'starter' | 'pro' | 'agency';
  status: 'free' | 'active' | 'canceled';
  endsInDays: number | null;
  isCancelling?: boolean;
}

const plans: Record<PersonKey, Plan> = {
  maya: { plan: 'pro', status: 'active', endsInDays: 24 },
  theo: { plan: 'starter', status: 'active', endsInDays: 27 },
  fiona: { plan: 'free', status: 'free', endsInDays: null },
  cal: { plan: 'pro', status: 'active', endsInDays: 12, isCancelling: true },
  nadia: { plan: 'starter', status: 'canceled', endsInDays: -9 },
  ines: { plan: 'agency', status: 'active', endsInDays: 18 },
  olu: { plan: 'pro', status: 'active', endsInDays: 30 },
  edgar: { plan: 'starter', status: 'active', endsInDays: 15 },
};

const day = 86_400_000;

export async function loadUser(person: Person, api: ProductApi): Promise<Settled> {
  const { user } = await api.call('POST', '/user/load', Loaded, {});
  return { person, api, userId: user._id, subscription: user.subscription };
}

/** Gives a person the plan of the story, if what the product says about them differs. */
export async function settlePlan(
  operator: ProductApi,
  { person, userId, subscription }: Settled,
  now: number,
): Promise<boolean> {
  const wanted = plans[person.key];
  if (subscription && fits(subscription, wanted, now)) return false;
  const end = wanted.endsInDays === null ? null : new Date(now + wanted.endsInDays * day).toISOString();
  await operator.call('PUT', `/admin/users/${encodeURIComponent(userId)}/subscription`, z.unknown(), {
    plan: wanted.plan,
    status: wanted.status,
    currentPeriodEnd: end,
    cancelAt: wanted.isCancelling ? end : null,
  });
  return true;
}

function fits({ status, plan, currentPeriodEnd, cancelAt }: Subscription, wanted: Plan, now: number): boolean {
  if (status !== wanted.status) return false;
  if (plan !== undefined && plan !== null && plan !== wanted.plan) return false;
  if (wanted.status === 'active' && currentPeriodEnd && Date.parse(currentPeriodEnd) <= now) return false;
  if (wanted.isCancelling) return cancelAt !== null && cancelAt !== undefined && Date.parse(cancelAt) > now + day;
  return wanted.status !== 'active' || !cancelAt;
}
