import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ClientBrand } from '#web/app/shell/client-brand.tsx';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { BrandColor } from './brand-color.tsx';

const blue = '#1d4ed8';

async function open(saved: string | null) {
  const api = stubApi({
    'GET /reports/logo': { logo: null, color: saved },
    'PUT /reports/color': (body) => body as object,
  });
  await renderAt('/', {
    '/': () => (
      <>
        <ClientBrand />
        <BrandColor />
      </>
    ),
  });
  await waitFor(() => expect(api.calls).toContain('GET /reports/logo'));
  return api;
}

const band = () => [...document.body.children].find((element) => element.getAttribute('class') === 'band');

it('saves a color on request, and clients see it as a band', async () => {
  const api = await open(null);
  expect(band()).toBeUndefined();

  fireEvent.input(await screen.findByLabelText('None'), { target: { value: blue } });
  expect(api.calls).not.toContain('PUT /reports/color');
  fireEvent.click(screen.getByRole('button', { name: 'Save color' }));

  await screen.findByLabelText(blue);
  expect(api.bodies.at(-1)).toEqual({ color: blue });
  expect(band()?.getAttribute('style')).toContain('background');
});

it('removes the color', async () => {
  const api = await open(blue);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove color' }));

  await screen.findByLabelText('None');
  expect(api.bodies.at(-1)).toEqual({ color: null });
  expect(band()).toBeUndefined();
});
