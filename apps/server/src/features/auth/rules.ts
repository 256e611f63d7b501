import type { Role } from '@tidemark/contract';
import type { RoleDecider } from '../../database/tables/auth.ts';

export interface RoleDecision {
  role: Role;
  decidedBy: RoleDecider;
  decidedAt: Date;
}

/**
 * Returns the decision that the roles claim leads to, or null if the current one stays. The claim decides until an
 * operator does; tokens issued before the last decision change nothing.
 */
export function decideByClaim(
  current: RoleDecision | null,
  token: { hasOperatorClaim: boolean; issuedAt: Date },
): RoleDecision | null {
  const { hasOperatorClaim, issuedAt } = token;
  if (current && current.decidedBy !== 'claim') return null;
  const role = hasOperatorClaim ? 'system-admin' : 'user';
  if (role === (current?.role ?? 'user')) return null;
  if (current && (hasOperatorClaim ? issuedAt <= current.decidedAt : issuedAt < current.decidedAt)) return null;
  return { role, decidedBy: 'claim', decidedAt: issuedAt };
}

/** Returns true if OPERATOR_EMAILS may promote the identity: once, and never after an operator's decision. */
export function canBePromotedByEmail(current: RoleDecision | null): boolean {
  return current === null || (current.decidedBy === 'claim' && current.role === 'user');
}
