import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html } from '../html.ts';
import { page } from '../page-frame.ts';
import { toDeliveryStatus } from './delivery-status.ts';
import type { Mailbox, ReceivedMail } from './mailbox.ts';

const style = `
main{--wide:860px}
body{place-items:start center}
.card{padding:20px 22px;margin-top:16px}
h2{font-size:16px;margin:0 0 10px}
table{border-collapse:collapse;width:100%;font-size:14px}
td,th{text-align:start;padding:6px 10px 6px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
th{font-weight:600;color:var(--ink2)}
iframe{width:100%;height:680px;border:1px solid var(--line);border-radius:12px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px;margin:0}
`;
const MessageFilter = z.object({ to: z.string().optional() });
const OneMessage = z.object({ id: z.uuid() });
const ReturnReason = z.object({ action: z.enum(['failed', 'delayed']).default('failed') });

/** Routes for mail from the product: pages to read it, and lists for tests. */
export function mailboxRoutes(server: FastifyInstance, { mailbox }: { mailbox: Mailbox }): void {
  server.get('/_sandbox/mail', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderList(mailbox.list())),
  );
  server.get('/_sandbox/mail/messages', (request) => ({
    messages: mailbox.list(MessageFilter.parse(request.query).to),
  }));
  server.delete('/_sandbox/mail/messages', () => {
    mailbox.clear();
    return { success: true };
  });
  server.get('/_sandbox/mail/:id/returned', (request, reply) => {
    const message = mailbox.find(OneMessage.parse(request.params).id);
    if (!message) return reply.code(404).send({ error: 'There is no such message.' });
    return reply.type('message/rfc822').send(toDeliveryStatus(message, ReturnReason.parse(request.query)));
  });
  server.get('/_sandbox/mail/:id', (request, reply) => {
    const message = mailbox.find(OneMessage.parse(request.params).id);
    if (!message) return reply.code(404).send({ error: 'There is no such message.' });
    return reply.type('text/html; charset=utf-8').send(renderMessage(message));
  });
}

function renderList(messages: ReceivedMail[]): string {
  return page({
    title: 'Mailbox',
    style,
    body: html`
      <div class="note">Sandbox: mail that stays on this machine</div>
      <h1>Mailbox</h1>
      <p>Everything Tidemark has sent since the sandbox started, newest first.</p>
      <section class="card">
        ${
          messages.length === 0
            ? html`<p>No mail yet.</p>`
            : html`<table>
                <tr>
                  <th>Subject</th>
                  <th>To</th>
                  <th>Received</th>
                </tr>
                ${messages.map(
                  ({ id, subject, to, receivedAt }) =>
                    html`<tr>
                      <td><a href="/_sandbox/mail/${id}">${subject}</a></td>
                      <td>${to.join(', ')}</td>
                      <td>${toTime(receivedAt)}</td>
                    </tr>`,
                )}
              </table>`
        }
      </section>
    `,
  });
}

function renderMessage({ subject, to, receivedAt, text, html: markup, headers, attachments }: ReceivedMail): string {
  return page({
    title: subject,
    style,
    body: html`
      <p><a href="/_sandbox/mail">Mailbox</a></p>
      <h1>${subject}</h1>
      <p>To ${to.join(', ')}, ${toTime(receivedAt)}</p>
      <section class="card">
        <h2>HTML</h2>
        <iframe
          title="The message as HTML"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcdoc="${markup}"
        ></iframe>
      </section>
      <section class="card">
        <h2>Text</h2>
        <pre>${text}</pre>
      </section>
      ${
        attachments.length > 0 &&
        html`<section class="card">
          <h2>Attachments</h2>
          <table>
            ${attachments.map(
              ({ name, type, bytes }) =>
                html`<tr>
                  <td>${name}</td>
                  <td>${type}</td>
                  <td>${bytes.toLocaleString('en')} bytes</td>
                </tr>`,
            )}
          </table>
        </section>`
      }
      <section class="card">
        <h2>Header fields</h2>
        <table>
          ${headers.map(
            ({ name, value }) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${value}</td>
              </tr>`,
          )}
        </table>
      </section>
    `,
  });
}

function toTime(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
