import { createHash } from 'node:crypto';

export type PersonKey = 'maya' | 'theo' | 'fiona' | 'cal' | 'nadia' | 'ines' | 'olu' | 'edgar';

export interface Person {
  key: PersonKey;
  name: string;
  email: string;
  /** One line for the sign-in page: this person's account state. */
  state: string;
  isSystemAdmin: boolean;
  /** The subject from the identity provider. */
  subject: string;
  /** The app-scoped id from Meta. */
  metaUserId: string;
  colours: [string, string];
}

function person(key: PersonKey, name: string, state: string, colours: [string, string]): Person {
  const digest = createHash('sha256').update(`person:${key}`).digest('hex');
  const digits = BigInt(`0x${digest.slice(24, 40)}`)
    .toString()
    .padStart(20, '7')
    .slice(-14);
  return {
    key,
    name,
    email: `${key}@sandbox.test`,
    state,
    isSystemAdmin: key === 'olu',
    subject: `sandbox|${digest.slice(0, 24)}`,
    metaUserId: `122${digits}`,
    colours,
  };
}

export const people: readonly Person[] = [
  person('maya', 'Maya Lindqvist', 'Pro plan, Meta connected, three accounts with two years of history.', [
    '#5146e5',
    '#c57bff',
  ]),
  person('theo', 'Theo Okafor', 'Starter plan, nothing connected yet. Try connecting, linking and the first sync.', [
    '#0f7f7a',
    '#6fd3a5',
  ]),
  person('fiona', 'Free Fiona Marsh', 'Free plan. See what other plans include.', ['#c2416d', '#ffb08a']),
  person('cal', 'Cal Moreno', 'Pro plan, canceled but still active.', ['#b4541a', '#ffc46b']),
  person('nadia', 'Nadia Brandt', 'Plan has ended.', ['#39508f', '#86b6f0']),
  person('ines', 'Ines Duarte', 'Agency plan with 25 linked accounts.', ['#7a2f8f', '#f08ab8']),
  person('olu', 'Olu Adeyemi', 'Operator (system-admin), active plan.', ['#1f2a5c', '#6f86ff']),
  person('edgar', 'Edgar Voss', 'Starter plan, Meta token expired.', ['#3d6b2c', '#b5d46a']),
];

export function findPerson(by: {
  email?: string;
  subject?: string;
  metaUserId?: string;
  key?: string;
}): Person | undefined {
  const email = by.email?.trim().toLowerCase();
  return people.find(
    (candidate) =>
      (email !== undefined && candidate.email === email) ||
      (by.subject !== undefined && candidate.subject === by.subject) ||
      (by.metaUserId !== undefined && candidate.metaUserId === by.metaUserId) ||
      (by.key !== undefined && candidate.key === by.key),
  );
}
