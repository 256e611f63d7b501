import { html, raw, type Html } from '../html.ts';
import { page } from '../page-frame.ts';
import type { Checkout, Customer, Subscription } from './books.ts';
import { findPrice, formatPrice, prices } from './price-list.ts';

const style = `
main{--wide:880px}
.split{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);overflow:hidden}
.side{padding:30px 28px;background:var(--soft);border-inline-end:1px solid var(--line)}
.work{padding:30px 28px}
.side small,.work small{color:var(--ink2);font-size:13px}
.sum{font-size:34px;font-weight:650;letter-spacing:-.03em;margin:4px 0 2px}
.sum span{font-size:15px;font-weight:500;letter-spacing:0;color:var(--ink2)}
h2{font-size:16px;margin:0 0 12px}
h2:not(:first-child){margin-top:26px}
dl{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;margin:22px 0 0;font-size:14px}
dt{color:var(--ink2)}dd{margin:0;text-align:end;font-weight:560;overflow-wrap:anywhere}
label{display:flex;gap:11px;align-items:flex-start;padding:12px 14px;border:1px solid var(--line);border-radius:14px;cursor:pointer}
label+label{margin-top:8px}
label:has(:checked){border-color:var(--pri);background:var(--soft)}
label b{display:block;font-weight:600;font-variant-numeric:tabular-nums}
label small{display:block}
input{accent-color:var(--pri);margin:3px 0 0;width:17px;height:17px;flex:none}
.go{width:100%;margin-top:18px;font-size:16px}
.what{font-size:15px;font-weight:500;letter-spacing:0;color:var(--ink2)}
.sum{color:var(--ink)}
.back{display:inline-flex;align-items:center;min-height:44px;margin-bottom:6px;color:var(--ink2);text-decoration:none;font-size:14px}
.back:hover{color:var(--ink)}
.bad{margin:0 0 14px;padding:11px 14px;border-radius:14px;background:#c2416d1f;color:var(--ink);font-size:14px}
.row{display:flex;flex-wrap:wrap;gap:8px 10px;align-items:center;justify-content:space-between;padding:12px 0;border-top:1px solid var(--line)}
.row p{flex:1 1 190px}
.row .button{min-height:40px;padding:8px 15px;font-size:14px}
.row b{display:block;color:var(--ink);font-weight:600}
.tools{margin-top:16px;padding:18px 28px 8px}
.tools h2{margin-bottom:4px}
@media (max-width:700px){.split{grid-template-columns:1fr}.side{border-inline-end:0;border-bottom:1px solid var(--line)}.side,.work,.tools{padding:22px 20px}}
`;

const cards = [
  ['works', '4242 4242 4242 4242', 'All payments succeed.'],
  ['later', '4000 0000 0000 0341', 'This payment succeeds; the next one fails.'],
  ['declined', '4000 0000 0000 0002', 'Declined immediately.'],
] as const;

export function renderCheckout({
  checkout,
  customer,
  declined,
}: {
  checkout: Checkout;
  customer: Customer;
  declined: boolean;
}): string {
  const price = findPrice(checkout.price);
  return page({
    title: 'Pay – sandbox checkout',
    style,
    body: html`
      <div class="note">Sandbox: Stripe Checkout</div>
      <div class="card split">
        <section class="side" aria-label="Order">
          ${checkout.cancelUrl !== null && html`<a class="back" href="${checkout.cancelUrl}">← Back to Tidemark</a>`}
          <h1 class="what">Subscribe to ${price?.productName ?? checkout.price}</h1>
          ${price && sumBy(formatPrice(price))}
          <dl>
            <dt>For</dt>
            <dd>${customer.email ?? customer.name ?? customer.id}</dd>
            <dt>Due today</dt>
            <dd>${price && formatPrice(price).split(' ')[0]}</dd>
          </dl>
        </section>
        <form class="work" method="post" aria-labelledby="title">
          <h2 id="title">Pay with a card</h2>
          ${declined && html`<p class="bad" role="alert">Your card was declined. Try another one.</p>`}
          ${cards.map(
            ([value, number, words], index) =>
              html`<label>
                <input type="radio" name="card" value="${value}" ${index === 0 && raw('checked')} />
                <span><b>${number}</b><small>${words}</small></span>
              </label>`,
          )}
          <button class="button main go">Subscribe</button>
          <p><small>No real payment: cards and business exist only on this machine.</small></p>
        </form>
      </div>
    `,
  });
}

export function renderClosed(words: string, back: string | undefined): string {
  return page({
    title: 'Sandbox payments',
    body: html`
      <div class="note">Sandbox: Stripe</div>
      <h1>${words}</h1>
      <p>${back ? html`<a href="${back}">Back to Tidemark</a>` : 'Start again from the application.'}</p>
    `,
  });
}

interface PortalView {
  customer: Customer;
  subscription: Subscription | undefined;
  returnUrl: string | null;
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const stateLabels = { active: 'Active', past_due: 'Payment overdue', canceled: 'Canceled' };

export function renderPortal({ customer, subscription, returnUrl }: PortalView): string {
  const price = findPrice(subscription?.price);
  return page({
    title: 'Billing – sandbox portal',
    style,
    body: html`
      <div class="note">Sandbox: Stripe customer portal</div>
      <div class="card split">
        <section class="side" aria-label="Customer">
          ${returnUrl !== null && html`<a class="back" href="${returnUrl}">← Return to Tidemark</a>`}
          <p>Tidemark partners with this page for simplified billing.</p>
          <dl>
            <dt>Name</dt>
            <dd>${customer.name ?? 'Unnamed'}</dd>
            <dt>Email</dt>
            <dd>${customer.email ?? 'none'}</dd>
            <dt>Card</dt>
            <dd>${customer.cardWorks ? '•••• 4242' : '•••• 0341, fails'}</dd>
          </dl>
        </section>
        <section class="work" aria-labelledby="title">
          <h1 id="title">${price?.productName ?? 'No subscription'}</h1>
          ${subscription && price && html`<p>${toSentence(subscription, formatPrice(price))}</p>`}
          ${subscription && subscription.status !== 'canceled' && portalActions(subscription)}
          <h2>Payment method</h2>
          ${
            customer.cardWorks
              ? action('card-fails', 'Use', 'Use a card that fails', 'The next payment will fail.')
              : action('card-works', 'Use', 'Use a card that works', 'Pays overdue invoices immediately.')
          }
        </section>
      </div>
      ${subscription && subscription.status !== 'canceled' && sandboxTools()}
    `,
  });
}

function sumBy(words: string): Html {
  const [money = '', ...rest] = words.split(' ');
  return html`<p class="sum">${money} <span>${rest.join(' ')}</span></p>`;
}

function toSentence({ status, cancelAt, periodEnd, endedAt }: Subscription, price: string): string {
  if (status === 'canceled') return `${stateLabels[status]}. It ended on ${day.format(endedAt ?? periodEnd)}.`;
  if (cancelAt !== null) return `${stateLabels[status]}, ${price}. Ends on ${day.format(cancelAt)}.`;
  return `${stateLabels[status]}, ${price}. Next payment on ${day.format(periodEnd)}.`;
}

function portalActions({ cancelAt, price }: Subscription): Html {
  return html`
    <h2>Subscription</h2>
    ${
      cancelAt === null
        ? html`${action('cancel', 'Cancel', 'Cancel subscription', 'Access stays until the end of the period.')}
          ${action('cancel-period-end', 'Cancel', 'Cancel, legacy format', 'The same cancellation in the format used before 2025.')}`
        : action('resume', 'Keep', 'Don’t cancel subscription', 'It renews as usual.')
    }
    ${action('cancel-now', 'End now', 'Cancel immediately', 'Access ends immediately.')}
    <h2>Other plans</h2>
    ${prices
      .filter(({ id }) => id !== price)
      .map((other) => action(`price:${other.id}`, 'Switch', `Switch to ${other.productName}`, formatPrice(other)))}
  `;
}

function sandboxTools(): Html {
  return html`<section class="card tools" aria-labelledby="tools">
    <h2 id="tools">Let time pass</h2>
    <p><small>Only the sandbox has these: they do now what the calendar does later.</small></p>
    ${action('renew', 'End it', 'End the period now', 'The next payment is taken, if the card works; a cancelled plan ends.')}
  </section>`;
}

function action(name: string, verb: string, label: string, words: string): Html {
  return html`<form class="row" method="post">
    <p><b>${label}</b><small>${words}</small></p>
    <button class="button" name="action" value="${name}" aria-label="${verb}: ${label}">${verb}</button>
  </form>`;
}
