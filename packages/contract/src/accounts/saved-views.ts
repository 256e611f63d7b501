import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enteredText } from '../entered-text.ts';
import { oneLine, visible } from '../plain-text.ts';

export const maxViewName = 60;
export const maxSavedViews = 50;

const savedViewFields = {
  name: enteredText(maxViewName).regex(oneLine, 'must be a single line').regex(visible, 'is required'),
  /** The page, such as `/compare`; null for a group of accounts, which applies to any page. */
  path: z
    .string()
    .max(200)
    .regex(/^\/[a-z0-9/_-]*$/i, 'must be the path of a page')
    .refine((path) => !path.startsWith('//'), 'must be the path of a page')
    .nullable(),
  /** The page's query string, without the question mark; of a group only `accounts`. */
  search: z
    .string()
    .max(8_000)
    .regex(/^[\w.~*%=&,+:-]*$/, 'must be a query string'),
};

/** What a user looks at often: accounts under a name, or a page with its accounts, dates and filters. */
export const SavedView = z.object({ id: z.uuid(), ...savedViewFields });
export type SavedView = z.infer<typeof SavedView>;
export const NewView = z.strictObject(savedViewFields);
export type NewView = z.infer<typeof NewView>;

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/user/views',
  access: 'user',
  member: 'client',
  cost: 'read',
  summary: 'Lists the caller’s groups of accounts and saved views, by name',
  response: z.object({ views: z.array(SavedView) }),
  failures: [],
});

export const saveView = endpoint({
  method: 'POST',
  path: '/user/views',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Saves a group of accounts or a view; one of the same name is replaced',
  body: NewView,
  status: 201,
  response: SavedView,
  failures: ['view_limit_reached'],
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/user/views/:id',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Deletes one of the caller’s groups or views',
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({ id: z.uuid() }),
  failures: ['view_not_found'],
});
