import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Names a class after its stylesheet's index and its own index there: `cf2` instead of `_trendName_le7yr_82`. The
 * browser loads each name at least twice, and long ones hardly compress.
 */
export function shortClassesPlugin(): Plugin {
  return {
    name: 'tidemark:short-classes',
    apply: 'build',
    config({ root = process.cwd() }) {
      const sheets = listSheets(path.join(root, 'src'));
      const named = new Map<string, string[]>();
      // The server's frame and the browser's app are built separately but must agree, so names depend on the files
      // alone.
      function generateScopedName(name: string, file: string): string {
        const sheet = file.split('?')[0] ?? '';
        const names = named.get(sheet) ?? [];
        named.set(sheet, names);
        if (!names.includes(name)) names.push(name);
        return `${toLetters(sheets.indexOf(sheet))}${names.indexOf(name)}`;
      }
      return { css: { modules: { generateScopedName } } };
    },
  };
}

function listSheets(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .sort()
    .map((file) => path.join(folder, file));
}

/** Begins with `b`, because ad blockers hide classes such as `ad1`. */
function toLetters(index: number): string {
  const letter = (place: number) => String.fromCodePoint(97 + place);
  return `${letter(1 + Math.floor(index / 26))}${letter(index % 26)}`;
}
