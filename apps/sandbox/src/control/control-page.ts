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

/** Renders an overview for people who open this port in a browser. */
export function renderControlPage({ world, clock, ledger, faults }: Shown): string {
  const { totals } = ledger.read({});
  const facts: [string, string][] = [
    ['Clock', new Date(clock.now()).toISOString()],
    ['Ahead of real time', `${Math.round((clock.now() - clock.real()) / 1000)} s`],
    ['Insight days', world.calendar.zone],
    ['Ledger', `${totals.requests} requests, ${totals.calls} API calls, ${totals.errors} errors`],
    [
      'Active faults',
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
      <div class="note">Sandbox: external services on this machine</div>
      <h1>Sandbox</h1>
      <p>
        Simulates the identity provider, Meta’s login and Graph API, Stripe, GitHub and a mail server. All users and
        numbers are fictional.
      </p>
      <p><a href="/github.com/tidemark-sandbox/roadmap/issues">Roadmap issues</a>, as GitHub would show them.</p>
      <p><a href="/_sandbox/mail">Mailbox</a>, with all mail that was sent.</p>
      <section class="card">
        <h2>Status</h2>
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
        <h2>Users and their Instagram accounts</h2>
        <table>
          <tr>
            <th>User</th>
            <th>Email</th>
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
        <h2>Control endpoints</h2>
        <p>
          <code>GET DELETE /_sandbox/ledger</code> · <code>GET POST DELETE /_sandbox/faults</code> ·
          <code>GET POST /_sandbox/clock</code> · <code>POST /_sandbox/tokens</code> ·
          <code>POST /_sandbox/meta/code</code> · <code>POST /_sandbox/meta/expire</code> ·
          <code>POST /_sandbox/webhooks/meta</code> · <code>GET /_sandbox/github</code> ·
          <code>GET /_sandbox/world</code> · <code>GET /_sandbox/payments</code> ·
          <code>POST /_sandbox/payments/webhooks</code> · <code>GET DELETE /_sandbox/mail/messages</code>
        </p>
        <p>
          <small>Faults (their parameters are in <code>apps/sandbox/README.md</code>): ${faultNames.join(', ')}</small>
        </p>
      </section>
    `,
  });
}
