import {
  accountAlertKinds,
  type AlertChoice,
  type AlertException,
  type AlertSettings,
  type ChosenAlertKind,
} from '@tidemark/contract';
import { once } from '@tidemark/presentation';
import { kindLabels } from './alert-labels.ts';

export type Channel = 'app' | 'mail';

interface Choice<Kind extends string> {
  app: Kind[];
  mail: Kind[];
}

/** Turns a kind on or off. What is sent by mail is in the app as well. */
export function changeKind<Kind extends string>(
  { app, mail }: Choice<Kind>,
  { channel, kind, on }: { channel: Channel; kind: Kind; on: boolean },
): Choice<Kind> {
  const set = (kinds: readonly Kind[]) => [...kinds.filter((one) => one !== kind), ...(on ? [kind] : [])];
  return {
    app: channel === 'app' || on ? set(app) : app,
    mail: channel === 'mail' || !on ? set(mail) : mail,
  };
}

/** Turns a kind on or off for all accounts; exceptions that agreed about it follow. */
export function changeAll(
  { all, exceptions }: AlertSettings,
  change: { channel: Channel; kind: ChosenAlertKind; on: boolean },
): AlertSettings {
  const next = changeKind(all, change);
  const agrees = ({ app, mail }: AlertChoice) =>
    app.includes(change.kind) === all.app.includes(change.kind) &&
    mail.includes(change.kind) === all.mail.includes(change.kind);
  const followed = exceptions.map((exception): AlertException => {
    const kind = accountAlertKinds.find((one) => one === change.kind);
    return kind && agrees(exception) ? { ...exception, ...changeKind(exception, { ...change, kind }) } : exception;
  });
  return { all: next, exceptions: followed.filter((exception) => differs(next, exception)) };
}

/** Sets an account's exception, or removes it if it is no different. */
export function changeException({ all, exceptions }: AlertSettings, changed: AlertException): AlertSettings {
  const others = exceptions.filter(({ accountId }) => accountId !== changed.accountId);
  return { all, exceptions: differs(all, changed) ? [...others, changed] : others };
}

export function toException({ app, mail }: AlertChoice, accountId: string): AlertException {
  const pick = (kinds: readonly ChosenAlertKind[]) => accountAlertKinds.filter((kind) => kinds.includes(kind));
  return { accountId, app: pick(app), mail: pick(mail) };
}

export function differs(all: AlertChoice, exception: AlertException): boolean {
  return (['app', 'mail'] as const).some((channel) =>
    accountAlertKinds.some((kind) => all[channel].includes(kind) !== exception[channel].includes(kind)),
  );
}

const list = once(() => new Intl.ListFormat('en-US'));

/** `no milestones, late syncs by mail` */
export function describeException(all: AlertChoice, { app, mail }: AlertException): string {
  const name = (kinds: readonly ChosenAlertKind[]) =>
    list().format(kinds.map((kind) => kindLabels[kind].toLowerCase()));
  if (app.length === 0) return 'no alerts';
  const off = accountAlertKinds.filter((kind) => all.app.includes(kind) && !app.includes(kind));
  const added = accountAlertKinds.filter((kind) => !all.app.includes(kind) && app.includes(kind));
  const mailed = accountAlertKinds.filter((kind) => !all.mail.includes(kind) && mail.includes(kind));
  const unmailed = accountAlertKinds.filter(
    (kind) => all.mail.includes(kind) && !mail.includes(kind) && app.includes(kind),
  );
  return [
    ...(off.length > 0 ? [`no ${name(off)}`] : []),
    ...(added.length > 0 ? [`also ${name(added)}`] : []),
    ...(mailed.length > 0 ? [`${name(mailed)} by mail`] : []),
    ...(unmailed.length > 0 ? [`no mail about ${name(unmailed)}`] : []),
  ].join('; ');
}
