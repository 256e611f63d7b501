import type { Faults } from '../faults.ts';
import { faultNames } from '../faults.ts';
import { html } from '../html.ts';
import { page } from '../page-frame.ts';
import { people } from '../world/people.ts';
import type { CallLedger } from '../instagram-graph/call-ledger.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { World } from '../world/world.ts';

const style = `
main{--wide:860px}
body{place-items:start center}
.card{padding:20px 22px;margin-top:16px}
h2{font-size:16px;margin:0 0 10px}
table{border-collapse:collapse;width:100%;font-size:14px}
td,th{text-align:start;padding:6px 10px 6px 0;border-bottom:1px solid var(--line);vertical-align:middle}
th{font-weight:600;color:var(--ink2)}
.number{text-align:end;font-variant-numeric:tabular-nums}
code{font-size:13px}
.wide{overflow-x:auto}
`;

interface Shown {
  world: World;
  clock: SandboxClock;
  ledger: CallLedger;
  faults: Faults;
}

/** For people who wonder what runs on this port. */
export function renderControlPage({ world, clock, ledger, faults }: Shown): string {
  const { totals } = ledger.read({});
  const facts: [string, string][] = [
    ['Clock', new Date(clock.now()).toISOString()],
    ['Ahead of real time', `${Math.round((clock.now() - clock.real()) / 1000)} s`],
    ['Insight days', world.calendar.zone],
    ['Ledger', `${totals.requests} requests, ${totals.calls} counted calls, ${totals.errors} errors`],
    [
      'Faults switched on',
      faults
        .rules()
        .map(({ fault }) => fault)
        .join(', ') || 'none',
    ],
  ];
  return page({
    title: 'Sandbox',
    style,
    body: html`
      <div class="note">Sandbox: the outside world on this machine</div>
      <h1>Sandbox</h1>
      <p>
        A stand-in for the identity provider, Meta’s login and Graph API, Stripe and GitHub. Its people and numbers are
        made up.
      </p>
      <p><a href="/github.com/tidemark-sandbox/roadmap/issues">Issues of the roadmap</a>, as GitHub would show them.</p>
      <section class="card">
        <h2>Now</h2>
        <table>
          ${facts.map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${value}</td>
              </tr>`,
          )}
        </table>
      </section>
      <section class="card wide">
        <h2>People and their Instagram accounts</h2>
        <table>
          <tr>
            <th>Person</th>
            <th>E-mail</th>
            <th class="number">Accounts</th>
            <th>Largest</th>
          </tr>
          ${people.map((person) => {
            const accounts = world.accountsOf(person).toSorted((a, b) => b.followers - a.followers);
            const [largest] = accounts;
            return html`<tr>
              <td>${person.name}</td>
              <td>${person.email}</td>
              <td class="number">${accounts.length}</td>
              <td>${largest && `@${largest.username}, about ${largest.followers.toLocaleString('en')}`}</td>
            </tr>`;
          })}
        </table>
      </section>
      <section class="card">
        <h2>Levers</h2>
        <p>
          <code>GET DELETE /_sandbox/ledger</code> · <code>GET POST DELETE /_sandbox/faults</code> ·
          <code>GET POST /_sandbox/clock</code> · <code>POST /_sandbox/tokens</code> ·
          <code>POST /_sandbox/meta/code</code> · <code>POST /_sandbox/meta/expire</code> ·
          <code>POST /_sandbox/webhooks/meta</code> · <code>GET /_sandbox/github</code> ·
          <code>GET /_sandbox/world</code> · <code>GET /_sandbox/payments</code> ·
          <code>POST /_sandbox/payments/webhooks</code>
        </p>
        <p><small>Faults: ${faultNames.join(', ')}</small></p>
      </section>
    `,
  });
}
