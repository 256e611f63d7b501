import { z } from 'zod';
import { PageChoice } from '../analytics/page-choice.ts';
import { endpoint } from '../endpoint.ts';

export const renderPage = endpoint({
  method: 'POST',
  path: '/pages/pdf',
  access: 'user',
  member: 'viewer',
  cost: 'download',
  summary: 'Returns a page other than a report as a PDF document, with the screen’s texts and charts',
  body: PageChoice,
  response: z.string(),
  failures: ['account_not_found', 'media_not_found'],
});
