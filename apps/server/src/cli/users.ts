import { readPlaces } from '../config/config.ts';
import { audited, bySystem } from '../features/audit/index.ts';
import { createLink, findIdentity, hasIdentities, listSignIns, removeCodes } from '../features/credentials/index.ts';
import { CliError } from './cli-error.ts';
import { withDatabase, type DatabaseSession } from './with-database.ts';

type Environment = Record<string, string | undefined>;

const usage =
  'Usage: tidemark users list, tidemark users setup-link, tidemark users invite EMAIL [--operator], tidemark users reset-link EMAIL, or tidemark users remove-codes EMAIL';

/** Prints the people who sign in with the built-in identity provider, and open invitations. */
export async function printSignIns(environment: Environment): Promise<void> {
  await withDatabase(environment, async ({ db }) => {
    const { people, invitations } = await listSignIns(db);
    for (const { email, name, hasPassword, passkeys, usesCodes } of people)
      console.log(
        `${email}  ${name}  ${[hasPassword && 'password', usesCodes && 'codes', passkeys > 0 && (passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`)].filter(Boolean).join(', ')}`,
      );
    for (const { email, expiresAt } of invitations)
      console.log(`${email}  invited, ${expiresAt < new Date() ? 'expired' : `until ${expiresAt.toISOString()}`}`);
    if (people.length + invitations.length === 0)
      console.log('No users of the built-in sign-in yet. Invite one with tidemark users invite EMAIL.');
  });
}

/** Prints another setup link, for when the one in the log was missed or has expired. */
export async function printSetupLink(environment: Environment, args: readonly string[]): Promise<void> {
  if (args.length > 0) throw new CliError(usage);
  await printLink(environment, { action: 'setup.created' }, async ({ db }) => {
    if (await hasIdentities(db))
      throw new CliError('Tidemark is already set up. Invite an operator with tidemark users invite EMAIL --operator.');
    return { kind: 'setup' as const };
  });
}

/** Prints an invitation link, even while Tidemark runs. */
export async function inviteUser(environment: Environment, args: readonly string[]): Promise<void> {
  const isOperator = args.includes('--operator');
  const email = readEmail(args.filter((word) => word !== '--operator'));
  await printLink(environment, { action: 'invitation.created', email, isOperator }, async (session) => {
    if ((await findIdentity(session.db, { email }))?.isEmailVerified)
      throw new CliError(`A user already signs in with ${email}.`);
    return { kind: 'invitation' as const, email, isOperator };
  });
}

/** Prints a link for setting a new password. */
export async function printResetLink(environment: Environment, args: readonly string[]): Promise<void> {
  const email = readEmail(args);
  await printLink(environment, { action: 'reset.created', email }, async (session) => {
    const { subject } = await requireIdentity(session, email);
    return { kind: 'reset' as const, email, subject };
  });
}

/** Turns off two-step verification after a lost authenticator app: the password is enough from then on. */
export async function removeUserCodes(environment: Environment, args: readonly string[]): Promise<void> {
  const email = readEmail(args);
  await withDatabase(environment, async (session) => {
    const { subject } = await requireIdentity(session, email);
    await audited(session.audit, toEntry('codes.removed', { email }), (transaction) =>
      removeCodes(transaction, subject),
    );
    console.log(`${email} now signs in without a code.`);
  });
}

type NewLink = Pick<Parameters<typeof createLink>[1], 'kind' | 'email' | 'subject' | 'isOperator'>;

async function printLink(
  environment: Environment,
  { action, ...change }: { action: string; email?: string; isOperator?: boolean },
  prepare: (session: DatabaseSession) => Promise<NewLink>,
): Promise<void> {
  const { appUrl } = readPlaces(environment);
  if (environment['OIDC_ISSUER']) throw new CliError('Users sign in at OIDC_ISSUER. Invite them there.');
  await withDatabase(environment, async (session) => {
    const content = await prepare(session);
    const { link, expiresAt } = await audited(session.audit, toEntry(action, change), (transaction) =>
      createLink(transaction, { ...content, appUrl, now: new Date() }),
    );
    console.log(link);
    console.log(`It works once, until ${expiresAt.toISOString()}.`);
  });
}

async function requireIdentity({ db }: DatabaseSession, email: string) {
  const identity = await findIdentity(db, { email });
  if (!identity) throw new CliError(`No user signs in to Tidemark itself with ${email}.`);
  return identity;
}

function readEmail(args: readonly string[]): string {
  const [email = '', ...rest] = args;
  if (!email.includes('@') || rest.length > 0) throw new CliError(usage);
  return email;
}

function toEntry(action: string, change: object) {
  const by = 'tidemark users';
  return { ...bySystem, action, target: 'identity', change: { ...change, by } };
}
