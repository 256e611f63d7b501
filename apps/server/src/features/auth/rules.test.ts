import { expect, it } from 'vitest';
import { canBePromotedByEmail, decideByClaim, type RoleDecision } from './rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
const byClaim = (role: RoleDecision['role'], minute = 10): RoleDecision => ({
  role,
  decidedBy: 'claim',
  decidedAt: at(minute),
});

it('promotes an identity without an earlier decision when its token has the claim', () => {
  expect(decideByClaim(null, { hasOperatorClaim: true, issuedAt: at(5) })).toEqual(byClaim('system-admin', 5));
  expect(decideByClaim(null, { hasOperatorClaim: false, issuedAt: at(5) })).toBeNull();
});

it('demotes an operator by claim with the first newer token without the claim', () => {
  expect(decideByClaim(byClaim('system-admin'), { hasOperatorClaim: false, issuedAt: at(11) })).toEqual(
    byClaim('user', 11),
  );
  expect(decideByClaim(byClaim('system-admin'), { hasOperatorClaim: true, issuedAt: at(11) })).toBeNull();
});

it('ignores the claim of a token issued before the last decision', () => {
  expect(decideByClaim(byClaim('user'), { hasOperatorClaim: true, issuedAt: at(9) })).toBeNull();
  expect(decideByClaim(byClaim('user'), { hasOperatorClaim: true, issuedAt: at(10) })).toBeNull();
  expect(decideByClaim(byClaim('system-admin'), { hasOperatorClaim: false, issuedAt: at(9) })).toBeNull();
  expect(decideByClaim(byClaim('user'), { hasOperatorClaim: true, issuedAt: at(11) })).toEqual(
    byClaim('system-admin', 11),
  );
});

it('respects decisions by operators and OPERATOR_EMAILS', () => {
  for (const decidedBy of ['operator', 'operator_emails'] as const)
    for (const role of ['user', 'system-admin'] as const)
      for (const hasOperatorClaim of [true, false])
        expect(
          decideByClaim({ role, decidedBy, decidedAt: at(10) }, { hasOperatorClaim, issuedAt: at(20) }),
        ).toBeNull();
});

it('lets OPERATOR_EMAILS promote only identities without an earlier decision by an operator or a list', () => {
  expect(canBePromotedByEmail(null)).toBe(true);
  expect(canBePromotedByEmail(byClaim('user'))).toBe(true);
  expect(canBePromotedByEmail({ ...byClaim('user'), decidedBy: 'operator' })).toBe(false);
  expect(canBePromotedByEmail({ ...byClaim('system-admin'), decidedBy: 'operator_emails' })).toBe(false);
});
