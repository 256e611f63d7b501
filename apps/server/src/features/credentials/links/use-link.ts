import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { hashPassword } from '../../../platform/password-hash.ts';
import { savePasskey, type NewPasskey } from '../passkeys/queries.ts';
import {
  createIdentity,
  findIdentity,
  hasIdentities,
  lockIdentities,
  savePassword,
  type LocalIdentity,
} from '../queries.ts';
import { deleteSetupLinks, findLink, takeLink, toSubject, type SignInLink } from './sign-in-links.ts';

const kinds = ['setup', 'invitation', 'reset'] as const;
type JoinLink = SignInLink<(typeof kinds)[number]>;

export interface LinkUse {
  token: string;
  email: string | null;
  name: string | null;
  password: string | null;
  /** Verifies the passkey for this subject. */
  registerPasskey: ((subject: string) => Promise<NewPasskey>) | null;
}

export interface UsedLink {
  link: JoinLink;
  identity: LocalIdentity;
}

/** Returns the link and its recipient. A link to an address that meanwhile belongs to another user is void. */
export async function requireLink(db: Database, token: string, now: Date): Promise<JoinLink> {
  const link = await findLink(db, token, { kinds, now });
  if (!link || (link.kind === 'setup' && (await hasIdentities(db)))) throw new ApiError('link_invalid');
  return link;
}

/** Uses a link once: creates its identity, or sets the password for a reset link. */
export async function useLink({ db, clock }: { db: Database; clock: Clock }, use: LinkUse): Promise<UsedLink> {
  const now = clock();
  const known = await requireLink(db, use.token, now);
  const owner = known.subject === null ? null : await findIdentity(db, { subject: known.subject });
  const email = owner?.email ?? known.email ?? use.email;
  const name = owner?.name ?? use.name ?? known.name ?? email?.split('@')[0] ?? '';
  if (email === null || (known.kind === 'reset' && (!owner || use.password === null)))
    throw new ApiError('invalid_input', { fields: [{ field: 'body.email', message: 'is missing' }] });
  const subject = owner?.subject ?? toSubject(use.token);
  const problem = use.password === null ? null : await checkPassword(use.password, { email, name });
  if (problem) throw new ApiError('password_weak', undefined, { message: problem });
  const passwordHash = use.password === null ? null : await hashPassword(use.password);
  const passkey = use.registerPasskey ? await use.registerPasskey(subject) : null;

  return db.transaction().execute(async (transaction) => {
    await lockIdentities(transaction);
    const link = await takeLink(transaction, use.token, { kinds, now });
    if (!link || (link.kind === 'setup' && (await hasIdentities(transaction)))) throw new ApiError('link_invalid');
    if (owner && passwordHash !== null) await savePassword(transaction, { subject, passwordHash, now });
    else {
      const isOperator = link.kind === 'setup' || link.isOperator;
      const created = { subject, email, name, passwordHash, isOperator, createdAt: now };
      if (!(await createIdentity(transaction, created))) throw new ApiError('email_taken');
      await deleteSetupLinks(transaction);
    }
    if (passkey) await savePasskey(transaction, { ...passkey, subject, createdAt: now });
    const identity = await findIdentity(transaction, { subject });
    if (!identity) throw new ApiError('link_invalid');
    return { link, identity };
  });
}
