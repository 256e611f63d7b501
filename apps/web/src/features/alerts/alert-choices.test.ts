import type { AccountAlertKind, AlertSettings } from '@tidemark/contract';
import { expect, it } from 'vitest';
import { changeAll, changeException, describeException } from './alert-choices.ts';

const settings = (app: AccountAlertKind[], exception: AccountAlertKind[]): AlertSettings => ({
  all: { app, mail: [] },
  exceptions: [{ accountId: '18', app: exception, mail: [] }],
});

it('lets exceptions follow a kind about which they agreed', () => {
  const before = settings(['unusual_day', 'sync_behind'], ['sync_behind']);

  const after = changeAll(before, { channel: 'app', kind: 'sync_behind', on: false });

  expect(after).toEqual(settings(['unusual_day'], []));
});

it('drops exceptions that are none any more', () => {
  const before = settings(['unusual_day', 'sync_behind'], ['sync_behind']);

  expect(changeAll(before, { channel: 'app', kind: 'unusual_day', on: false }).exceptions).toEqual([]);
  expect(
    changeException(before, { accountId: '18', ...before.all, app: ['sync_behind', 'unusual_day'], mail: [] }),
  ).toEqual({
    all: before.all,
    exceptions: [],
  });
});

it('takes mail away with the kind', () => {
  const before: AlertSettings = { all: { app: ['unusual_day'], mail: ['unusual_day'] }, exceptions: [] };

  expect(changeAll(before, { channel: 'app', kind: 'unusual_day', on: false }).all).toEqual({ app: [], mail: [] });
});

it.each([
  [['follower_milestone', 'sync_behind'], [], [], [], 'no alerts'],
  [['follower_milestone', 'sync_behind'], [], ['sync_behind'], [], 'no milestones'],
  [['sync_behind'], [], ['sync_behind', 'unusual_day'], ['sync_behind'], 'also unusual days; late syncs by mail'],
  [['sync_behind'], ['sync_behind'], ['sync_behind'], [], 'no mail about late syncs'],
] satisfies [AccountAlertKind[], AccountAlertKind[], AccountAlertKind[], AccountAlertKind[], string][])(
  'describes how %j and %j differ from %j and %j: %s',
  (app, mail, ownApp, ownMail, text) => {
    expect(describeException({ app, mail }, { accountId: '18', app: ownApp, mail: ownMail })).toBe(text);
  },
);
