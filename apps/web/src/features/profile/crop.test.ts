import { expect, it } from 'vitest';
import { moveCrop, toSquare, wholeCrop } from './crop.ts';

const photo = { width: 800, height: 600 };

it('starts with the largest centred square', () => {
  expect(toSquare(photo, wholeCrop)).toEqual({ side: 600, left: 100, top: 0 });
});

it('crops a smaller square when zoomed in', () => {
  expect(toSquare(photo, { zoom: 2, x: 1, y: 0 })).toEqual({ side: 300, left: 500, top: 0 });
});

it('follows a drag within the picture', () => {
  expect(moveCrop(photo, wholeCrop, { x: 0.1, y: 0.1 })).toEqual({ zoom: 1, x: 0.2, y: 0.5 });
  expect(moveCrop(photo, wholeCrop, { x: -5, y: 0 }).x).toBe(1);
  expect(moveCrop(photo, { zoom: 2, x: 0.5, y: 0.5 }, { x: 0, y: 5 }).y).toBe(0);
});
