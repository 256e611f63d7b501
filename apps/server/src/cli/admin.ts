import { Role, type AuditProblem } from '@tidemark/contract';
import { wantsSandbox } from '../config/config.ts';
import { audited, bySystem, verifyAudit, writeCheckpoint, type AuditLog } from '../features/audit/index.ts';
import { changeStanding, findUsersByEmail, listOperators } from '../features/auth/index.ts';
import { createOperatorPlans } from '../features/subscription/index.ts';
import { ApiError } from '../platform/api-error.ts';
import { CliError } from './cli-error.ts';
import { withDatabase } from './with-database.ts';

type Environment = Record<string, string | undefined>;

/** Grants a role, also while Tidemark runs; this is how the first operator is appointed. */
export function grantRole(environment: Environment, [email = '', role = 'system-admin']: string[]): Promise<void> {
  return giveRole(environment, email, role);
}

export function revokeRole(environment: Environment, [email = '']: string[]): Promise<void> {
  return giveRole(environment, email, 'user');
}

async function giveRole(environment: Environment, email: string, roleName: string): Promise<void> {
  const role = Role.safeParse(roleName).data;
  if (!email.includes('@') || !role)
    throw new CliError('Usage: tidemark admin grant EMAIL or tidemark admin revoke EMAIL');
  const takesPayments = Boolean(environment['STRIPE_SECRET_KEY']) || wantsSandbox(environment);
  const assignOperatorPlan = createOperatorPlans({ takesPayments });
  await withDatabase(environment, async ({ db, audit }) => {
    const [userId, ...others] = await findUsersByEmail(db, email);
    if (!userId) throw new CliError(`No user with the email ${email} has signed in yet.`);
    if (others.length > 0)
      throw new CliError(`${others.length + 1} users share the email ${email}. Nothing was changed.`);
    await audited(
      audit,
      {
        ...bySystem,
        action: 'user.role',
        target: `user:${userId}`,
        change: { role, by: 'tidemark admin' },
      },
      async (transaction, record) => {
        const before = await changeStanding(transaction, userId, { role, now: new Date() });
        record({ before: before.role, ...(await assignOperatorPlan(transaction, { userId, role })) });
      },
    ).catch((error: unknown) => {
      throw error instanceof ApiError ? new CliError(error.message, { cause: error }) : error;
    });
    console.log(`${email} is now ${role}.`);
  });
}

export async function printOperators(environment: Environment): Promise<void> {
  await withDatabase(environment, async ({ db }) => {
    const operators = await listOperators(db);
    for (const { email, name, last_seen_at, disabled_at } of operators)
      console.log(
        `${email}  ${name}  ${disabled_at ? 'disabled' : `last seen ${last_seen_at?.toISOString() ?? 'never'}`}`,
      );
    if (operators.length === 0) console.log('There are no operators. Add one with tidemark admin grant EMAIL.');
  });
}

/**
 * Verifies the whole audit log; returns 0 when it is intact, else 1. `--accept` appends an entry that vouches for
 * everything so far, for example after a key was lost: from then on only the hashes of earlier entries are verified.
 */
export function checkAudit(environment: Environment, args: readonly string[]): Promise<number> {
  if (args.some((word) => word !== '--accept')) throw new CliError('Usage: tidemark admin audit [--accept]');
  return withDatabase(environment, async ({ audit }) => {
    const { intact, checked, brokenAt, problem, head } = args.includes('--accept')
      ? await acceptAudit(audit)
      : await verifyAudit(audit);
    const where = brokenAt === null ? '' : ` at entry ${brokenAt}`;
    console.log(
      intact
        ? `${checked} entries verified. Head of the chain: ${head ?? 'none'}`
        : `The audit log is not intact${where}: ${problemTexts[problem ?? 'changed']}.`,
    );
    return intact ? 0 : 1;
  });
}

async function acceptAudit(audit: AuditLog) {
  const { intact } = await writeCheckpoint(audit, { reason: 'accepted', acceptUnsigned: true });
  return verifyAudit(audit, { acceptUnsigned: !intact });
}

const problemTexts: Record<AuditProblem, string> = {
  changed: 'an entry or its signature was changed',
  missing: 'entries are missing',
  unsigned: 'an entry was added without a signature',
  unknown_key: 'an entry is signed with an encryption key that is not here',
};
