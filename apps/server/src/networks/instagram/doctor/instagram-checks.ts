import { z } from 'zod';
import { explain, finding, isSuccess, toRefusal, type MetaAccount, type MetaCheckOptions } from './finding.ts';
import { toVerdict, type Finding } from './rules.ts';

const Me = z.object({ id: z.string(), user_id: z.union([z.string(), z.number().transform(String)]) });
/** Some answers are wrapped in a list. */
const Wrapped = z.object({ data: z.array(Me).min(1) }).transform(({ data }) => data[0]);

/** Checks which account a token of Instagram names, and how permissions are found: no call lists them there. */
export async function* checkInstagramUser(
  { probe }: MetaCheckOptions,
  { accountId, token }: MetaAccount,
): AsyncGenerator<Finding> {
  const answer = await probe.get(token, 'me', { fields: 'id,user_id' });
  const me = z.union([Wrapped, Me]).safeParse(answer.body).data;
  yield finding('The token is valid', toVerdict(isSuccess(answer)), isSuccess(answer) ? '' : explain(answer));
  yield finding(
    'user_id names the account as Facebook pages do',
    me ? toVerdict(me.user_id === accountId) : 'unknown',
    me ? '' : explain(answer),
  );
  yield finding(
    'id is another one, for this app only',
    me ? toVerdict(me.id !== me.user_id) : 'unknown',
    me ? '' : explain(answer),
  );
  const insights = await probe.get(token, 'me/insights', {
    metric: 'reach',
    period: 'day',
    metric_type: 'total_value',
  });
  yield finding('Insights are granted', toVerdict(isSuccess(insights)), isSuccess(insights) ? '' : explain(insights));
  const discovery = await probe.get(token, accountId, { fields: 'business_discovery.username(instagram){id}' });
  yield toRefusal('Other accounts are refused without a Facebook page', discovery);
}
