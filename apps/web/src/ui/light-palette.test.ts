import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { lightPalette } from '@tidemark/presentation';
import { expect, it } from 'vitest';

it('equals the light theme', async () => {
  const theme = await readFile(path.join(import.meta.dirname, 'theme.css'), 'utf8');

  for (const [name, color] of Object.entries(lightPalette))
    expect(theme, name).toMatch(new RegExp(`--${name}: (light-dark\\(${color},|${color};)`));
});
