// Comments read as native English: few of them open with a question word or a preposition, and "of" is rare. The limits are
// twice what open-source products of native teams have.
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from './prepare.mjs';

const limits = { ofPerThousandWords: 15, questionShare: 0.025, prepositionShare: 0.015 };
const question = /^(what|whether|how|who|whose|where|when|which|why)\b/i;
const preposition = /^(of|for|in|on|at|with|without|by|from|after|before|as)\b/i;
const shortest = 30;
const minComments = 3_000;

const comments = [];
const names = [];
for await (const file of glob(['{apps,packages,bench,e2e}/**/*.{ts,tsx}'], { cwd: root, exclude: isSkipped })) {
  const source = await readFile(path.join(root, file), 'utf8');
  for (const [, name] of source.matchAll(/\b(?:function|const) (of[A-Z]\w*)/g)) names.push(`${file}: ${name}`);
  for (const { value, start } of parseSync(file, source).comments) {
    const text = value
      .replaceAll(/\s*\n\s*\*?/g, ' ')
      .replace(/^\*+/, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (text.length < shortest || /oxlint|prettier|@ts-/.test(text)) continue;
    comments.push({ text, place: `${file}:${source.slice(0, start).split('\n').length}` });
  }
}

const words = comments.flatMap(({ text }) => text.toLowerCase().match(/[a-z’']+/g) ?? []);
const listOpenings = (pattern) => comments.filter(({ text }) => pattern.test(text));
const figures = {
  ofPerThousandWords: (1000 * words.filter((word) => word === 'of').length) / words.length,
  questionShare: listOpenings(question).length / comments.length,
  prepositionShare: listOpenings(preposition).length / comments.length,
};
for (const [name, value] of Object.entries(figures))
  console.log(`${name}: ${value.toFixed(3)} (at most ${limits[name]})`);

const problems = names.map((name) => `${name}: names start with a verb or a noun`);
if (comments.length < minComments) problems.push(`Only ${comments.length} comments were found`);
if (figures.ofPerThousandWords > limits.ofPerThousandWords) problems.push('Too many "of"');
if (figures.questionShare > limits.questionShare) problems.push(...listOpenings(question).map(toLine));
if (figures.prepositionShare > limits.prepositionShare) problems.push(...listOpenings(preposition).map(toLine));
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

function isSkipped(file) {
  return /node_modules|dist|\.test\.tsx?$|\.d\.ts$/.test(typeof file === 'string' ? file : file.name);
}

function toLine({ text, place }) {
  return `${place}: ${text.slice(0, 80)}`;
}
